// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include <rigor/demand.hpp>
#include <rigor/laws/gripping.hpp>
#include <rigor/laws/least_energy.hpp>
#include <rigor/laws/max_dissipation.hpp>
#include <rigor/laws/restitution.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/lemke.hpp>

namespace rigor {
namespace {

/// A friction direction at a contact.
struct Direction {
  int contact = 0;
  Eigen::Vector2d d;
};

double friction_of(const ContactSet& set, int i) {
  const ContactProperties& contact = set.contacts[i];
  return contact.tangential ? contact.friction : 0.0;
}

/// The minimum over impulses along the given directions; none if it was not found.
std::optional<LeastEnergyPoint> solve_on(const LeastEnergyProblem& problem,
                                         const std::vector<Direction>& directions) {
  const ContactSet& set = problem.set;
  const int n = set.size();
  const auto m = static_cast<int>(directions.size());
  Eigen::MatrixXd J(n + m, set.mass.size());
  J.topRows(n) = set.N;
  Eigen::MatrixXd cone = Eigen::MatrixXd::Zero(n, n + m);
  Eigen::VectorXd cone_right(n);
  for (int i = 0; i < n; ++i) {
    cone(i, i) = friction_of(set, i);
    cone_right[i] = -friction_of(set, i) * problem.least[i];
  }
  for (int j = 0; j < m; ++j) {
    const Direction& direction = directions[j];
    J.row(n + j) = direction.d.transpose() * set.T.middleRows(2 * direction.contact, 2);
    cone(direction.contact, n + j) = -1.0;
  }
  const Eigen::MatrixXd G = set.mass.whitened_rows(J);
  const Eigen::MatrixXd Q = G.transpose() * G;
  const Eigen::VectorXd speeds = J * problem.v0;
  // A x >= c: normal speeds, cones, total. KKT: 0 <= x ⊥ Q x + speeds - A'y >= 0, 0 <= y ⊥ A x - c.
  Eigen::MatrixXd A(2 * n + 1, n + m);
  A.topRows(n) = Q.topRows(n);
  A.middleRows(n, n) = cone;
  A.row(2 * n).setZero();
  A.row(2 * n).head(n).setConstant(-1.0);
  Eigen::VectorXd c(2 * n + 1);
  c << -speeds.head(n), cone_right, -problem.kappa;
  const auto size = n + m + 2 * n + 1;
  LinearComplementarity lcp{Eigen::MatrixXd::Zero(size, size), Eigen::VectorXd(size)};
  lcp.M.topLeftCorner(n + m, n + m) = Q;
  lcp.M.topRightCorner(n + m, 2 * n + 1) = -A.transpose();
  lcp.M.bottomLeftCorner(2 * n + 1, n + m) = A;
  lcp.q << speeds, -c;
  const LemkeAnswer answer = lemke(lcp);
  if (answer.status != LemkeStatus::Solved) return std::nullopt;
  LeastEnergyPoint point{answer.z.head(n), Eigen::VectorXd::Zero(2 * n), answer.z.segment(n + m, n),
                         answer.z[n + m + 2 * n]};
  for (int j = 0; j < m; ++j) {
    const Direction& direction = directions[j];
    point.tangential.segment(2 * direction.contact, 2) += answer.z[n + j] * direction.d;
  }
  return point;
}

/// The friction directions in use at a contact besides the fixed ones.
struct Window {
  double angle = 0.0;
  double half_width = 0.0;  ///< 0: none yet
};

std::vector<Direction> directions_of(const ContactSet& set, const std::vector<Window>& windows) {
  std::vector<Direction> directions;
  const auto add = [&directions](int contact, double angle) {
    directions.push_back({contact, {std::cos(angle), std::sin(angle)}});
  };
  for (int i = 0; i < set.size(); ++i) {
    if (friction_of(set, i) == 0.0) continue;
    for (int k = 0; k < kFixedDirections; ++k)
      add(i, 2.0 * std::numbers::pi * k / kFixedDirections);
    const Window& window = windows[i];
    if (window.half_width == 0.0) continue;
    for (const double side : {-1.0, 0.0, 1.0}) add(i, window.angle + side * window.half_width);
  }
  return directions;
}

/// Moves and narrows the windows; the largest half width of contacts that slide.
double refine(const LeastEnergyProblem& problem, const LeastEnergyPoint& point, double scale,
              std::vector<Window>& windows) {
  const ContactSet& set = problem.set;
  const Eigen::VectorXd adjusted =
      velocity_of(problem, point) - set.mass.solved(set.N.transpose() * point.contact_multiplier);
  double widest = 0.0;
  for (int i = 0; i < set.size(); ++i) {
    const Eigen::Vector2d slope = set.T.middleRows(2 * i, 2) * adjusted;
    if (friction_of(set, i) == 0.0 || slope.norm() <= kSlopeNoise * scale) continue;
    Window& window = windows[i];
    const double wanted = std::atan2(-slope.y(), -slope.x());
    const double move = std::abs(std::remainder(wanted - window.angle, 2.0 * std::numbers::pi));
    if (window.half_width == 0.0)
      window.half_width = kFirstWindow;
    else if (move <= window.half_width)
      window.half_width = std::max(kLastWindow, kNarrowWindow * window.half_width);
    else
      window.half_width = std::min(kFirstWindow, 2.0 * move);
    window.angle = wanted;
    widest = std::max(widest, window.half_width);
  }
  return widest;
}

/// What is known so far: nothing yet if the residual is infinite.
struct Best {
  LeastEnergyPoint point;
  double residual = std::numeric_limits<double>::infinity();
};

/// Rounds of narrower windows, each polished, until one is good enough.
Best search(const LeastEnergyProblem& problem, double scale) {
  std::vector<Window> windows(problem.set.contacts.size());
  Best best;
  for (int round = 0; round < kMaxRounds && best.residual > kGoodResidual; ++round) {
    const auto found = solve_on(problem, directions_of(problem.set, windows));
    if (!found) break;
    const LeastEnergyPoint point = polished(problem, *found);
    const double residual = residual_of(problem, point);
    if (residual < best.residual) best = {point, residual};
    if (refine(problem, *found, scale, windows) <= kLastWindow) break;
  }
  return best;
}

Phase dissipate(const ContactSet& set, const Eigen::VectorXd& v_start,
                const Eigen::VectorXd& least) {
  LeastEnergyProblem problem{set, v_start + set.mass.solved(set.N.transpose() * least), least, 0.0};
  const Grip none(set.contacts.size(), 0);
  const GrippingProjection frictionless =
      project_gripping(set, problem.v0, Eigen::VectorXd::Zero(set.size()),
                       Eigen::VectorXd::Zero(2 * set.size()), none);
  problem.kappa = frictionless.normal.sum();
  const double scale = (set.T.cwiseAbs() * v_start.cwiseAbs()).maxCoeff() +
                       (set.N.cwiseAbs() * v_start.cwiseAbs()).maxCoeff();
  const Best best = search(problem, scale);
  if (!std::isfinite(best.residual)) {
    return {v_start,
            Eigen::VectorXd::Zero(set.size()),
            Eigen::VectorXd::Zero(2 * set.size()),
            none,
            0.0,
            false,
            ImpactStatus::Failed,
            0.0,
            {},
            true};
  }
  return {velocity_of(problem, best.point),
          best.point.normal + least,
          best.point.tangential,
          none,
          best.residual,
          false,
          best.residual <= kSolvedResidual ? ImpactStatus::Solved : ImpactStatus::Unpolished,
          0.0,
          {},
          true};
}

}  // namespace

Impact resolve_max_dissipation_impact(const ContactSet& set, const Eigen::VectorXd& v_minus) {
  RIGOR_DEMAND(set.normal_drive.isZero(0.0) && set.tangential_drive.isZero(0.0));
  const Expand expand = [&set](const Phase& compression, const Eigen::VectorXd& least) {
    return dissipate(set, compression.v, least);
  };
  return with_restitution(set, v_minus, dissipate(set, v_minus, Eigen::VectorXd::Zero(set.size())),
                          expand);
}

}  // namespace rigor
