// SPDX-License-Identifier: Apache-2.0
#include <rigor/motion/slip_system.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/solvers/krylov_solve.hpp>

namespace rigor {
namespace {

/// Uᵀ of Wᵀ = L U without exchanges: a lower triangle.
Eigen::MatrixXd forward_weights(const Eigen::MatrixXd& weights) {
  Eigen::MatrixXd U = weights.transpose();
  for (Eigen::Index k = 0; k < U.rows(); ++k)
    for (Eigen::Index i = k + 1; i < U.rows(); ++i) {
      U.row(i).tail(U.cols() - k) -= U(i, k) / U(k, k) * U.row(k).tail(U.cols() - k).eval();
      U(i, k) = 0.0;
    }
  return U.transpose();
}

}  // namespace

SlipSystem::SlipSystem(const Sensitivities& sensitivities, const Eigen::MatrixXd& weights,
                       int unknowns)
    : sensitivities_(sensitivities), weights_(weights) {
  for (int p = 0; p < std::ssize(sensitivities.back()); ++p)
    for (int j = 1; j <= nodes(); ++j)
      if (sensitivities[j][p].gain != 0.0) {
        points_.push_back(p);
        break;
      }
  for (int j = 0; j < nodes(); ++j) {
    Eigen::MatrixXd& own = responses_.emplace_back(unknowns, points());
    for (int p = 0; p < points(); ++p) own.col(p) = at(j, p).gain * at(j, p).response;
  }
}

Eigen::VectorXd SlipSystem::across(const Eigen::MatrixXd& velocities) const {
  Eigen::VectorXd slips(size());
  for (int j = 0; j < nodes(); ++j)
    for (int p = 0; p < points(); ++p)
      slips[points() * j + p] = at(j, p).across.dot(velocities.col(j));
  return slips;
}

Eigen::MatrixXd SlipSystem::answers(const Eigen::VectorXd& slips) const {
  Eigen::MatrixXd a(responses_.front().rows(), nodes());
  for (int j = 0; j < nodes(); ++j)
    a.col(j).noalias() = responses_[j] * slips.segment(points() * j, points());
  return a;
}

Eigen::VectorXd SlipSystem::eliminated(const Eigen::VectorXd& right) const {
  Eigen::MatrixXd system = Eigen::MatrixXd::Identity(size(), size());
  for (int j = 0; j < nodes(); ++j)
    for (int p = 0; p < points(); ++p)
      for (int k = 0; k < nodes(); ++k)
        for (int q = 0; q < points(); ++q)
          system(points() * j + p, points() * k + q) -=
              weights_(j, k) * at(j, p).across.dot(responses_[k].col(q));
  return system.partialPivLu().solve(right);
}

std::optional<Eigen::VectorXd> SlipSystem::iterated(const Eigen::VectorXd& right) const {
  const Eigen::MatrixXd forward = forward_weights(weights_);
  std::vector<Eigen::PartialPivLU<Eigen::MatrixXd>> own;  // of the nodes, by themselves
  for (int j = 0; j < nodes(); ++j) {
    Eigen::MatrixXd block = Eigen::MatrixXd::Identity(points(), points());
    for (int q = 0; q < points(); ++q)
      for (int p = 0; p < points(); ++p)
        block(p, q) -= forward(j, j) * at(j, p).across.dot(responses_[j].col(q));
    own.emplace_back(block);
  }
  const auto product = [&](const Eigen::VectorXd& x) -> Eigen::VectorXd {
    return x - across(answers(x) * weights_.transpose());
  };
  const auto node_by_node = [&](const Eigen::VectorXd& b) -> Eigen::VectorXd {
    Eigen::VectorXd x(b.size());
    Eigen::MatrixXd a(responses_.front().rows(), nodes());
    Eigen::VectorXd v(a.rows());
    for (int j = 0; j < nodes(); ++j) {
      v.noalias() = a.leftCols(j) * forward.row(j).head(j).transpose();
      Eigen::VectorXd here = b.segment(points() * j, points());
      for (int p = 0; p < points(); ++p) here[p] += at(j, p).across.dot(v);
      here = own[j].solve(here).eval();
      a.col(j).noalias() = responses_[j] * here;
      x.segment(points() * j, points()) = here;
    }
    return x;
  };
  return krylov_solve(product, node_by_node, right, kTurningSolved, kMostTurningProducts);
}

Eigen::MatrixXd SlipSystem::accelerations(const Eigen::MatrixXd& velocities) const {
  if (points() == 0) return Eigen::MatrixXd::Zero(responses_.front().rows(), nodes());
  const Eigen::VectorXd right = across(velocities.rightCols(nodes()));
  std::optional<Eigen::VectorXd> slips;
  if (size() > kFewTurningSlips) slips = iterated(right);
  return answers(slips ? *slips : eliminated(right));
}

}  // namespace rigor
