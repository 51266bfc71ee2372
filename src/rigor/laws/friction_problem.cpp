// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/laws/bodywise_polish.hpp>
#include <rigor/laws/friction_problem.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

/// The equations F(r) = 0 of fixed modes and their derivative; rows in units of speed.
struct ModeEquations {
  Eigen::VectorXd F;
  Eigen::MatrixXd D;
  double noise = 0.0;  ///< of F, from directions of slow slip
};

void add_slip(const FrictionProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u,
              int i, ModeEquations& equations) {
  const int k = 3 * i;
  const double mobility = contact_mobility(problem, i);
  const double mu = problem.mu[i];
  const Vector2 s = slip_direction(problem, r, u, i);
  equations.F.segment<2>(k + 1) = mobility * (r.segment<2>(k + 1) + mu * r[k] * s);
  equations.D.block<2, 2>(k + 1, k + 1) += mobility * Eigen::Matrix2d::Identity();
  equations.D.block<2, 1>(k + 1, k) += mobility * mu * s;
  const double speed = u.segment<2>(k + 1).norm();
  if (problem.sliding[i]) return;
  if (!has_slip(problem, u, i)) return;
  equations.noise +=
      mobility * mu * std::abs(r[k]) * std::min(1.0, kSpeedNoise * speed_scale(problem) / speed);
  const Vector2 across(-s.y(), s.x());  // ds = across across' du_t / |u_t|
  equations.D.middleRows<2>(k + 1) += (mobility * mu * r[k] / speed) * across *
                                      (across.transpose() * problem.W.middleRows<2>(k + 1));
}

/// Friction opposite to slip, without dividing by the slip's speed, which vanishes at its onset:
/// |r_t| = μ r_n, and u_t has no part across r_t. That r_t points against u_t is left to the
/// residual.
void add_onset(const FrictionProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u,
               int i, ModeEquations& equations) {
  const int k = 3 * i;
  const double mobility = contact_mobility(problem, i);
  const Vector2 r_t = r.segment<2>(k + 1);
  const Vector2 along = r_t.norm() > 0.0 ? Vector2(r_t.normalized()) : Vector2(1.0, 0.0);
  const Vector2 across(-along.y(), along.x());
  const Vector2 u_t = u.segment<2>(k + 1);
  const double side = r.segment<2>(k + 1).norm();
  equations.F[k + 1] = mobility * (along.dot(r.segment<2>(k + 1)) - problem.mu[i] * r[k]);
  equations.D.block<1, 2>(k + 1, k + 1) = mobility * along.transpose();
  equations.D(k + 1, k) = -mobility * problem.mu[i];
  equations.F[k + 2] = across.dot(u_t);
  equations.D.row(k + 2) = across.transpose() * problem.W.middleRows<2>(k + 1);
  if (side > 0.0)
    equations.D.block<1, 2>(k + 2, k + 1) -= (u_t.dot(along) / side) * across.transpose();
}

ModeEquations mode_equations(const FrictionProblem& problem, const std::vector<FrictionMode>& modes,
                             const Eigen::VectorXd& r, SlipEquations form) {
  const auto rows = problem.b.size();
  ModeEquations equations{Eigen::VectorXd::Zero(rows), Eigen::MatrixXd::Zero(rows, rows)};
  const Eigen::VectorXd u = problem.W * r + problem.b;
  for (int i = 0; i < problem.size(); ++i) {
    const int k = 3 * i;
    const FrictionMode mode = modes[i];
    const bool is_loaded = mode.closed || problem.least[i] > 0.0;
    if (mode.closed) {
      equations.F[k] = u[k];
      equations.D.row(k) = problem.W.row(k);
    } else {
      const double mobility = contact_mobility(problem, i);
      equations.F[k] = mobility * (r[k] - problem.least[i]);
      equations.D(k, k) = mobility;
    }
    if (mode.sticks) {
      equations.F.segment<2>(k + 1) = u.segment<2>(k + 1);
      equations.D.middleRows<2>(k + 1) = problem.W.middleRows<2>(k + 1);
    } else if (form == SlipEquations::ByFriction && may_stick(problem, i) && is_loaded) {
      add_onset(problem, r, u, i, equations);
    } else {
      add_slip(problem, r, u, i, equations);
    }
  }
  return equations;
}

}  // namespace

bool has_slip(const FrictionProblem& problem, const Eigen::VectorXd& u, int i) {
  return u.segment<2>(3 * i + 1).norm() > kSlipNoise * speed_scale(problem);
}

Vector2 slip_direction(const FrictionProblem& problem, const Eigen::VectorXd& r,
                       const Eigen::VectorXd& u, int i) {
  const auto& given = problem.sliding[i];
  if (given) return *given;
  if (has_slip(problem, u, i)) return u.segment<2>(3 * i + 1).normalized();
  const Vector2 r_t = r.segment<2>(3 * i + 1);
  return r_t.norm() > 0.0 ? Vector2(-r_t.normalized()) : Vector2(1.0, 0.0);
}

bool is_bounded(const FrictionProblem& problem, const Eigen::VectorXd& r) {
  return r.allFinite() && problem.W.diagonal().maxCoeff() * r.cwiseAbs().maxCoeff() <=
                              kRunawayImpulse * speed_scale(problem);
}

bool by_bodies(const FrictionProblem& problem) {
  return problem.size() > kFewContacts && problem.G.cols() > problem.G.rows();
}

bool may_stick(const FrictionProblem& problem, int i) {
  return problem.mu[i] > 0.0 && !problem.sliding[i];
}

double speed_scale(const FrictionProblem& problem) {
  double scale = 0.0;
  for (int i = 0; i < problem.size(); ++i)
    scale = std::max(
        {scale, problem.b.segment<3>(3 * i).norm(), problem.W(3 * i, 3 * i) * problem.least[i]});
  return scale;
}

double contact_mobility(const FrictionProblem& problem, int i) {
  return problem.W.diagonal().segment<3>(3 * i).mean();
}

double friction_residual(const FrictionProblem& problem, const Eigen::VectorXd& r) {
  const Eigen::VectorXd u = problem.W * r + problem.b;
  double worst = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const int k = 3 * i;
    const double mobility = contact_mobility(problem, i);
    if (!(mobility > 0.0)) continue;  // nothing can move there
    const double normal = std::max(problem.least[i], r[k] - u[k] / mobility);
    Vector2 friction;
    if (const auto& s = problem.sliding[i]) {
      friction = -problem.mu[i] * r[k] * *s;
    } else {
      friction = r.segment<2>(k + 1) - u.segment<2>(k + 1) / mobility;
      const double radius = std::max(0.0, problem.mu[i] * r[k]);
      if (friction.norm() > radius) friction *= radius / friction.norm();
    }
    const double miss = std::hypot(r[k] - normal, (r.segment<2>(k + 1) - friction).norm());
    worst = std::max(worst, mobility * miss);
  }
  const double scale = speed_scale(problem);
  return scale > 0.0 ? worst / scale : worst;
}

std::vector<FrictionMode> modes_of(const FrictionProblem& problem, const Eigen::VectorXd& r,
                                   double zero) {
  const Eigen::VectorXd u = problem.W * r + problem.b;
  std::vector<FrictionMode> modes(static_cast<std::size_t>(problem.size()));
  for (int i = 0; i < problem.size(); ++i) {
    const double force = contact_mobility(problem, i) * (r[3 * i] - problem.least[i]);
    FrictionMode& mode = modes[i];
    mode.closed = force >= zero || u[3 * i] <= -zero;
    const bool loaded = mode.closed || problem.least[i] > 0.0;
    mode.sticks = loaded && may_stick(problem, i) && u.segment<2>(3 * i + 1).norm() < zero;
  }
  return modes;
}

std::optional<Eigen::VectorXd> polish(const FrictionProblem& problem,
                                      const std::vector<FrictionMode>& modes,
                                      const Eigen::VectorXd& start, SlipEquations form) {
  const double scale = speed_scale(problem);
  Eigen::VectorXd r = start;
  for (int i = 0; i < problem.size(); ++i) {
    const FrictionMode mode = modes[i];
    if (!mode.closed) r[3 * i] = problem.least[i];
    if (!mode.closed && !(problem.least[i] > 0.0)) r.segment<2>(3 * i + 1).setZero();
  }
  if (form == SlipEquations::BySpeed && by_bodies(problem))
    return bodywise_polish(problem, modes, r);
  double last = INFINITY;
  for (int step = 0; step < kModeNewtonSteps; ++step) {
    const ModeEquations equations = mode_equations(problem, modes, r, form);
    const double size = equations.F.norm();
    if (!std::isfinite(size) || !is_bounded(problem, r)) return std::nullopt;
    if (size <= kModeConverged * scale) return r;
    if (size <= kModeStalled * scale + equations.noise && size >= 0.5 * last) return r;
    last = size;
    // Slow slip makes rows of size 1/|u_t|; scaled to one size they do not hide the others' rank.
    const Eigen::VectorXd row_size = equations.D.rowwise().lpNorm<Eigen::Infinity>();
    const Eigen::VectorXd weight = (row_size.array() > 0.0).select(row_size.cwiseInverse(), 1.0);
    r -= minimum_norm_solve(weight.asDiagonal() * equations.D, weight.cwiseProduct(equations.F),
                            kModeRank)
             .z;
  }
  return std::nullopt;
}

}  // namespace rigor
