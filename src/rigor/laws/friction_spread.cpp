// SPDX-License-Identifier: Apache-2.0
// spread_impulses: max t such that every contact is t inside its cone, over all splits of the same
// motion.
#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include <rigor/laws/friction_search.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

constexpr double kNullRank = 1e-10;  ///< rank of the rows that fix the motion
constexpr double kBarrierEnd =
    1e13;  ///< weight of the objective: margin known to 1e-13 of the load
constexpr int kNewtonPerWeight = 30;
constexpr int kHalvings = 40;
constexpr double kInside = 1e-9;  ///< margin, as a fraction of the load, that is enough

/// One cone: l = scale (r_n - least) - t >= |r_t| (r_t absent for sliding contacts).
struct Cone {
  int contact = 0;
  double scale = 1.0;
  bool sticks = false;
};

struct Spread {
  const FrictionProblem& problem;
  Eigen::VectorXd r0;
  Eigen::MatrixXd Z;  ///< changes of r without effect on the motion
  std::vector<Cone> cones;
  double load = 0.0;
};

double height(const Spread& s, const Cone& cone, const Eigen::VectorXd& r) {
  const double least = cone.sticks ? 0.0 : s.problem.least[cone.contact];
  return cone.scale * (r[3 * cone.contact] - least);
}

double margin(const Spread& s, const Eigen::VectorXd& r) {
  double smallest = INFINITY;
  for (const Cone& cone : s.cones) {
    const double side = cone.sticks ? r.segment<2>(3 * cone.contact + 1).norm() : 0.0;
    smallest = std::min(smallest, height(s, cone, r) - side);
  }
  return smallest;
}

struct Barrier {
  double value = INFINITY;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;
};

Barrier barrier(const Spread& s, const Eigen::VectorXd& x, double weight) {
  const auto k = s.Z.cols();
  const Eigen::VectorXd r = s.r0 + s.Z * x.head(k);
  Barrier out;
  out.gradient = Eigen::VectorXd::Zero(k + 1);
  out.hessian = Eigen::MatrixXd::Zero(k + 1, k + 1);
  out.gradient[k] = -weight / s.load;
  double value = -weight * x[k] / s.load;
  for (const Cone& cone : s.cones) {
    const int row = 3 * cone.contact;
    Eigen::VectorXd dl(k + 1);
    dl << cone.scale * s.Z.row(row).transpose(), -1.0;
    const double l = height(s, cone, r) - x[k];
    if (!(l > 0.0)) return out;
    if (!cone.sticks) {
      value -= std::log(l);
      out.gradient -= dl / l;
      out.hessian += dl * dl.transpose() / (l * l);
      continue;
    }
    const Vector2 side = r.segment<2>(row + 1);
    const double q = l * l - side.squaredNorm();
    if (!(q > 0.0)) return out;
    Eigen::MatrixXd dside = Eigen::MatrixXd::Zero(2, k + 1);
    dside.leftCols(k) = s.Z.middleRows<2>(row + 1);
    const Eigen::VectorXd dq = 2.0 * (l * dl - dside.transpose() * side);
    value -= std::log(q);
    out.gradient -= dq / q;
    out.hessian +=
        dq * dq.transpose() / (q * q) - 2.0 * (dl * dl.transpose() - dside.transpose() * dside) / q;
  }
  out.value = value;
  return out;
}

/// One damped Newton step; false when there is nothing left to gain at this weight.
bool descend(const Spread& s, double weight, Eigen::VectorXd& x) {
  constexpr double kDecrement = 1e-11;
  constexpr double kSufficient = 1e-4;
  const Barrier here = barrier(s, x, weight);
  Eigen::MatrixXd H = here.hessian;
  H.diagonal().array() += 1e-14 * H.diagonal().maxCoeff();
  const Eigen::VectorXd step = -H.ldlt().solve(here.gradient);
  const double decrement = -here.gradient.dot(step);
  if (!(decrement > kDecrement)) return false;
  double length = 1.0;
  for (int h = 0; h < kHalvings; ++h, length *= 0.5) {
    if (barrier(s, x + length * step, weight).value <
        here.value - kSufficient * length * decrement + 1e-13 * std::abs(here.value)) {
      x += length * step;
      return true;
    }
  }
  return false;
}

/// Rows that a change of r must not touch: the motion, open contacts, and sliding friction.
Eigen::MatrixXd fixed_rows(const FrictionProblem& problem, const std::vector<FrictionMode>& modes,
                           const Eigen::VectorXd& r) {
  const Eigen::VectorXd u = problem.W * r + problem.b;
  const auto rows = problem.b.size();
  const double size = problem.W.diagonal().maxCoeff();
  Eigen::MatrixXd fixed = Eigen::MatrixXd::Zero(2 * rows, rows);
  fixed.topRows(rows) = problem.W;
  for (int i = 0; i < problem.size(); ++i) {
    const FrictionMode mode = modes[static_cast<std::size_t>(i)];
    const auto k = rows + 3 * i;
    if (!mode.closed) fixed(k, 3 * i) = size;
    if (mode.sticks) continue;
    const auto& given = problem.sliding[static_cast<std::size_t>(i)];
    const Vector2 u_t = u.segment<2>(3 * i + 1);
    Vector2 s = Vector2::Zero();
    if (given)
      s = *given;
    else if (u_t.norm() > 0.0)
      s = u_t.normalized();
    fixed.block<2, 2>(k + 1, 3 * i + 1) = size * Eigen::Matrix2d::Identity();
    fixed.block<2, 1>(k + 1, 3 * i) = size * problem.mu[i] * s;
  }
  return fixed;
}

}  // namespace

Eigen::VectorXd spread_impulses(const FrictionProblem& problem,
                                const std::vector<FrictionMode>& modes, const Eigen::VectorXd& r) {
  Spread s{problem, r, null_basis(fixed_rows(problem, modes, r), kNullRank), {}, 0.0};
  for (int i = 0; i < problem.size(); ++i) {
    const FrictionMode mode = modes[static_cast<std::size_t>(i)];
    s.load = std::max(s.load, std::abs(r[3 * i]));
    if (mode.sticks)
      s.cones.push_back({i, problem.mu[i], true});
    else if (mode.closed)
      s.cones.push_back({i, 1.0, false});
  }
  if (s.Z.cols() == 0 || s.cones.empty() || !(s.load > 0.0)) return r;
  const auto k = s.Z.cols();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(k + 1);
  x[k] = margin(s, r) - 0.3 * s.load;
  for (double weight = 1.0; weight < kBarrierEnd; weight *= 10.0) {
    for (int step = 0; step < kNewtonPerWeight && descend(s, weight, x); ++step) {
      const Eigen::VectorXd trial = r + s.Z * x.head(k);
      if (margin(s, trial) > kInside * s.load) return trial;
    }
  }
  const Eigen::VectorXd best = r + s.Z * x.head(k);
  return margin(s, best) > margin(s, r) ? best : r;
}

}  // namespace rigor
