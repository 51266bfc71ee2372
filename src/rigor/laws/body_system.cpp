// SPDX-License-Identifier: Apache-2.0
#include <rigor/laws/body_system.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

using Factor = std::variant<BandFactor, Eigen::PartialPivLU<Eigen::MatrixXd>>;

Factor factor_of(Eigen::MatrixXd system, int width) {
  if (kNarrowBands * width <= system.rows()) return BandFactor(std::move(system), width);
  return Eigen::PartialPivLU<Eigen::MatrixXd>(system);
}

}  // namespace

BodyFactor::BodyFactor(Eigen::MatrixXd system, const NarrowOrder& order)
    : order_(order), factor_(factor_of(std::move(system), order.width)) {}

Eigen::VectorXd BodyFactor::solve(const Eigen::VectorXd& f) const {
  Eigen::VectorXd placed(f.size());
  for (int row = 0; row < f.size(); ++row) placed[order_.place[row]] = f[row];
  placed = std::visit([&](const auto& factor) -> Eigen::VectorXd { return factor.solve(placed); },
                      factor_);
  Eigen::VectorXd y(f.size());
  for (int row = 0; row < f.size(); ++row) y[row] = placed[order_.place[row]];
  return y;
}

BodySystem::BodySystem(const Eigen::MatrixXd& G) : G_(G) {
  for (int i = 0; 3 * i < G.cols(); ++i) {
    std::vector<int> rows;
    for (int row = 0; row < G_.rows(); ++row)
      if (!G_.block<1, 3>(row, 3 * i).isZero(0.0)) rows.push_back(row);
    Eigen::MatrixXd columns(std::ssize(rows), 3);
    for (int k = 0; k < columns.rows(); ++k) columns.row(k) = G_.block<1, 3>(rows[k], 3 * i);
    rows_.push_back(std::move(rows));
    columns_.push_back(std::move(columns));
  }
  order_ = narrow_order(static_cast<int>(G_.rows()), rows_);
}

BodyFactor BodySystem::factor(const std::vector<Eigen::Matrix3d>& K, double rest) const {
  Eigen::MatrixXd system = Eigen::MatrixXd::Zero(G_.rows(), G_.rows());
  system.diagonal().setConstant(rest);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Eigen::MatrixXd own = columns_[i] * K[i] * columns_[i].transpose();
    for (int k = 0; k < own.rows(); ++k)
      for (int l = 0; l < own.cols(); ++l)
        system(order_.place[rows_[i][k]], order_.place[rows_[i][l]]) += own(k, l);
  }
  return {std::move(system), order_};
}

Eigen::VectorXd BodySystem::answer(const Eigen::VectorXd& r) const {
  Eigen::VectorXd y = Eigen::VectorXd::Zero(G_.rows());
  for (int i = 0; i < std::ssize(rows_); ++i) {
    const Eigen::VectorXd own = columns_[i] * r.segment<3>(3 * i);
    for (int k = 0; k < own.size(); ++k) y[rows_[i][k]] += own[k];
  }
  return y;
}

Eigen::VectorXd BodySystem::speeds(const Eigen::VectorXd& y) const {
  Eigen::VectorXd u(G_.cols());
  for (int i = 0; i < std::ssize(rows_); ++i) {
    Eigen::Vector3d own = Eigen::Vector3d::Zero();
    for (int k = 0; k < std::ssize(rows_[i]); ++k)
      own += y[rows_[i][k]] * columns_[i].row(k).transpose();
    u.segment<3>(3 * i) = own;
  }
  return u;
}

Eigen::MatrixXd BodySystem::products() const {
  const Eigen::MatrixXd by_body = G_.transpose();
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(G_.cols(), G_.cols());
  for (int i = 0; i < std::ssize(rows_); ++i)
    for (int k = 0; k < std::ssize(rows_[i]); ++k)
      W.middleCols<3>(3 * i).noalias() += by_body.col(rows_[i][k]) * columns_[i].row(k);
  return W;
}

Eigen::VectorXd BodySystem::free_part(Eigen::VectorXd y) const {
  if (!(strongest() > 0.0)) return y;
  const std::vector<Eigen::Matrix3d> all(rows_.size(), Eigen::Matrix3d::Identity());
  const BodyFactor factor = this->factor(all, kHeldRest * strongest());
  for (int round = 0; round < kFreeRounds; ++round) y -= factor.solve(answer(speeds(y)));
  return y;
}

double BodySystem::strongest() const {
  return G_.cols() > 0 ? G_.colwise().squaredNorm().maxCoeff() : 0.0;
}

HeldContacts::HeldContacts(const BodySystem& bodies, std::vector<Eigen::Matrix3d> held)
    : bodies_(bodies),
      held_(std::move(held)),
      factor_(bodies.factor(held_, kHeldRest * bodies.strongest())) {}

Eigen::VectorXd HeldContacts::selected(Eigen::VectorXd u) const {
  for (int i = 0; i < std::ssize(held_); ++i)
    u.segment<3>(3 * i) = held_[i] * u.segment<3>(3 * i).eval();
  return u;
}

Eigen::VectorXd HeldContacts::ending(const Eigen::VectorXd& u) const {
  const Eigen::VectorXd w = factor_.solve(bodies_.answer(selected(u)));
  return -selected(bodies_.speeds(factor_.solve(w)));
}

bool HeldContacts::leave_freedom() const {
  Random random(1);
  Eigen::VectorXd y(bodies_.unknowns());
  for (double& entry : y) entry = random.uniform(-1.0, 1.0);
  const double size = y.norm();
  for (int round = 0; round < kFreeRounds; ++round)
    y -= factor_.solve(bodies_.answer(selected(bodies_.speeds(y))));
  return !(y.norm() <= kNoFreedom * size);
}

}  // namespace rigor
