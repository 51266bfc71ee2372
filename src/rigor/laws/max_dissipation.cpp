// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include <rigor/laws/gripping.hpp>
#include <rigor/laws/max_dissipation.hpp>
#include <rigor/laws/restitution.hpp>
#include <rigor/solvers/lemke.hpp>

namespace rigor {
namespace {

constexpr int kFixedDirections = 4;
constexpr double kFirstWindow = 0.2;  ///< radians
constexpr double kNarrow = 0.2;       ///< per round
constexpr int kMaxRounds = 40;
/// Slopes of the energy below this fraction of the speed before the impact have no direction.
constexpr double kSlopeNoise = 1e-12;

/// A friction direction at a contact.
struct Direction {
  int contact = 0;
  Eigen::Vector2d d;
};

/// min ½|v|²_M, v = v0 + M⁻¹ (N'p + Σ β_j T'd_j), over p, β >= 0 with N v >= 0,
/// μ_i (least_i + p_i) >= Σ β of contact i, Σ p <= κ.
struct Problem {
  const ContactSet& set;
  Eigen::VectorXd v0;
  Eigen::VectorXd least;
  double kappa = 0.0;
};

struct Solution {
  Eigen::VectorXd v;
  Eigen::VectorXd normal;
  Eigen::VectorXd tangential;
  Eigen::VectorXd contact_multiplier;  ///< of N v >= 0
  double residual = 0.0;
  bool solved = false;
};

double friction_of(const ContactSet& set, int i) {
  const ContactProperties& contact = set.contacts[static_cast<std::size_t>(i)];
  return contact.tangential ? contact.friction : 0.0;
}

Solution solve_on(const Problem& problem, const std::vector<Direction>& directions) {
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
    const Direction& direction = directions[static_cast<std::size_t>(j)];
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
  Solution solution;
  solution.solved = answer.status == LemkeStatus::Solved;
  solution.residual = answer.residual;
  const Eigen::VectorXd x = answer.z.head(n + m);
  solution.v = problem.v0 + set.mass.solved(J.transpose() * x);
  solution.normal = x.head(n);
  solution.tangential = Eigen::VectorXd::Zero(2 * n);
  for (int j = 0; j < m; ++j) {
    const Direction& direction = directions[static_cast<std::size_t>(j)];
    solution.tangential.segment(2 * direction.contact, 2) += x[n + j] * direction.d;
  }
  solution.contact_multiplier = answer.z.segment(n + m, n);
  return solution;
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
    const Window& window = windows[static_cast<std::size_t>(i)];
    if (window.half_width == 0.0) continue;
    for (const double side : {-1.0, 0.0, 1.0}) add(i, window.angle + side * window.half_width);
  }
  return directions;
}

/// Moves and narrows the windows; the largest half width of contacts that slide.
double refine(const Problem& problem, const Solution& solution, double scale,
              std::vector<Window>& windows) {
  const ContactSet& set = problem.set;
  const Eigen::VectorXd adjusted =
      solution.v - set.mass.solved(set.N.transpose() * solution.contact_multiplier);
  double widest = 0.0;
  for (int i = 0; i < set.size(); ++i) {
    const Eigen::Vector2d slope = set.T.middleRows(2 * i, 2) * adjusted;
    if (friction_of(set, i) == 0.0 || slope.norm() <= kSlopeNoise * scale) continue;
    Window& window = windows[static_cast<std::size_t>(i)];
    const double wanted = std::atan2(-slope.y(), -slope.x());
    const double move = std::abs(std::remainder(wanted - window.angle, 2.0 * std::numbers::pi));
    if (window.half_width == 0.0)
      window.half_width = kFirstWindow;
    else if (move <= window.half_width)
      window.half_width = std::max(kWindow, kNarrow * window.half_width);
    else
      window.half_width = std::min(kFirstWindow, 2.0 * move);
    window.angle = wanted;
    widest = std::max(widest, window.half_width);
  }
  return widest;
}

Phase failed_phase(const ContactSet& set, const Eigen::VectorXd& v) {
  return {v,
          Eigen::VectorXd::Zero(set.size()),
          Eigen::VectorXd::Zero(2 * set.size()),
          Grip(set.contacts.size(), 0),
          0.0,
          false,
          ImpactStatus::Failed};
}

Phase dissipate(const ContactSet& set, const Eigen::VectorXd& v_start,
                const Eigen::VectorXd& least) {
  Problem problem{set, v_start + set.mass.solved(set.N.transpose() * least), least, 0.0};
  const Grip none(set.contacts.size(), 0);
  const GrippingProjection frictionless =
      project_gripping(set, problem.v0, Eigen::VectorXd::Zero(set.size()),
                       Eigen::VectorXd::Zero(2 * set.size()), none);
  problem.kappa = frictionless.normal.sum();
  const double scale = (set.T.cwiseAbs() * v_start.cwiseAbs()).maxCoeff() +
                       (set.N.cwiseAbs() * v_start.cwiseAbs()).maxCoeff();
  std::vector<Window> windows(set.contacts.size());
  Phase phase = failed_phase(set, v_start);
  for (int round = 0; round < kMaxRounds; ++round) {
    const Solution solution = solve_on(problem, directions_of(set, windows));
    if (!solution.solved) return phase;
    const bool narrow = refine(problem, solution, scale, windows) <= kWindow;
    phase = {solution.v,
             solution.normal + least,
             solution.tangential,
             none,
             solution.residual,
             false,
             narrow ? ImpactStatus::Solved : ImpactStatus::Unpolished};
    if (narrow) return phase;
  }
  return phase;
}

}  // namespace

Impact resolve_max_dissipation_impact(const ContactSet& set, const Eigen::VectorXd& v_minus) {
  const Expand expand = [&set](const Phase& compression, const Eigen::VectorXd& least) {
    return dissipate(set, compression.v, least);
  };
  return with_restitution(set, v_minus, dissipate(set, v_minus, Eigen::VectorXd::Zero(set.size())),
                          expand);
}

}  // namespace rigor
