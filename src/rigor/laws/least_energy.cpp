// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/laws/least_energy.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

/// The problem in speeds of size one: impulses are multiplied by `weight`, the mean of D = J M⁻¹
/// J', J = [N; T], and all speeds divided by the largest.
struct Scaled {
  int contacts = 0;
  Eigen::MatrixXd D;
  Eigen::VectorXd speeds;  ///< J v0
  Eigen::VectorXd least;
  Eigen::VectorXd friction;
  double kappa = 0.0;
  double impulse = 1.0;  ///< one unit of impulse, N s
  double speed = 1.0;    ///< one unit of speed, m/s
};

Scaled scaled(const LeastEnergyProblem& problem) {
  const ContactSet& set = problem.set;
  const int n = set.size();
  Scaled s;
  s.contacts = n;
  Eigen::MatrixXd J(3 * n, set.mass.size());
  J << set.N, set.T;
  const Eigen::MatrixXd G = set.mass.whitened_rows(J);
  s.D = G.transpose() * G;
  const double weight = s.D.trace() / std::max(1, 3 * n);
  s.speed = (J.cwiseAbs() * problem.v0.cwiseAbs()).maxCoeff();
  s.speed = std::max(s.speed, weight * (problem.kappa + problem.least.maxCoeff()));
  if (!(s.speed > 0.0 && weight > 0.0)) s.speed = 1.0;
  s.impulse = weight > 0.0 ? s.speed / weight : 1.0;
  if (weight > 0.0) s.D /= weight;
  s.speeds = J * problem.v0 / s.speed;
  s.least = problem.least / s.impulse;
  s.kappa = problem.kappa / s.impulse;
  s.friction.resize(n);
  for (int i = 0; i < n; ++i) {
    const ContactProperties& contact = set.contacts[i];
    s.friction[i] = contact.tangential ? contact.friction : 0.0;
  }
  return s;
}

/// A point in scaled units with the speeds that follow from it.
struct State {
  Eigen::VectorXd impulses;  ///< p (n), τ (2n)
  Eigen::VectorXd lambda;
  Eigen::VectorXd slip;  ///< the multiplier of each cone; |T_i w| at the solution
  double sigma = 0.0;
  Eigen::VectorXd v;  ///< J v
  Eigen::VectorXd w;  ///< J w
};

void update(const Scaled& s, State& x) {
  x.v = s.speeds + s.D * x.impulses;
  x.w = x.v - s.D.leftCols(s.contacts) * x.lambda;
}

Eigen::Vector2d tangent(const Scaled& s, const Eigen::VectorXd& values, int i) {
  return values.segment<2>(s.contacts + 2 * i);
}

double bound_of(const Scaled& s, const State& x, int i) {
  return s.friction[i] * (s.least[i] + x.impulses[i]);
}

double cone_residual(const Scaled& s, const State& x, int i) {
  const double bound = std::max(0.0, bound_of(s, x, i));
  const Eigen::Vector2d tau = tangent(s, x.impulses, i);
  Eigen::Vector2d wanted = tau - tangent(s, x.w, i);
  const double length = wanted.norm();
  if (length > bound) wanted *= bound / length;
  return (tau - wanted).norm();
}

double residual_of(const Scaled& s, const State& x) {
  const int n = s.contacts;
  const double left = s.kappa - x.impulses.head(n).sum();
  double worst = std::abs(std::min(x.sigma, left));
  for (int i = 0; i < n; ++i) {
    const double rise = x.w[i] - s.friction[i] * tangent(s, x.w, i).norm() + x.sigma;
    worst = std::max({worst, std::abs(std::min(x.lambda[i], x.v[i])),
                      std::abs(std::min(x.impulses[i], rise)), cone_residual(s, x, i)});
  }
  return worst;
}

State state_of(const Scaled& s, const LeastEnergyPoint& point) {
  State x;
  x.impulses.resize(3 * s.contacts);
  x.impulses << point.normal, point.tangential;
  x.impulses /= s.impulse;
  x.lambda = point.contact_multiplier / s.impulse;
  x.sigma = point.total_multiplier / s.speed;
  x.slip = Eigen::VectorXd::Zero(s.contacts);
  update(s, x);
  for (int i = 0; i < s.contacts; ++i) x.slip[i] = tangent(s, x.w, i).norm();
  return x;
}

enum class Friction : std::uint8_t { None, Sticks, Slides };

/// Which conditions hold with equality, besides those that always do.
struct Active {
  std::vector<char> pushes;   ///< p_i > 0
  std::vector<char> touches;  ///< λ_i may be positive, N_i v = 0
  std::vector<Friction> friction;
  bool total = false;  ///< Σ p = κ
};

/// Of the two sides of each condition the one that is farther from zero is taken not to be zero.
Active active_at(const Scaled& s, const State& x) {
  Active active;
  for (int i = 0; i < s.contacts; ++i) {
    const Eigen::Vector2d slope = tangent(s, x.w, i);
    const double rise = x.w[i] - s.friction[i] * slope.norm() + x.sigma;
    const bool pushes = x.impulses[i] > rise;
    active.pushes.push_back(pushes ? 1 : 0);
    active.touches.push_back(x.lambda[i] > x.v[i] ? 1 : 0);
    const double bound = pushes ? bound_of(s, x, i) : s.friction[i] * s.least[i];
    const bool slides = (tangent(s, x.impulses, i) - slope).norm() > bound;
    active.friction.push_back(!(bound > 0.0) ? Friction::None
                              : slides       ? Friction::Slides
                                             : Friction::Sticks);
  }
  active.total = x.sigma > s.kappa - x.impulses.head(s.contacts).sum();
  return active;
}

/// The linearised active conditions: columns p (n), τ (2n), λ (n), slip (n), σ.
struct Linear {
  Eigen::MatrixXd A;
  Eigen::VectorXd b;  ///< minus the values
  int rows = 0;

  explicit Linear(const Scaled& s)
      : A(Eigen::MatrixXd::Zero(8 * s.contacts + 1, 5 * s.contacts + 1)),
        b(Eigen::VectorXd::Zero(8 * s.contacts + 1)) {}
  /// Appends a row with this value.
  auto add(double value) {
    b[rows] = -value;
    return A.row(rows++);
  }
};

/// w of row `row` (of J) is this, to first order.
auto add_speed(Linear& linear, const Scaled& s, int row, double value) {
  const int n = s.contacts;
  auto line = linear.add(value);
  line.head(3 * n) = s.D.row(row);
  line.segment(3 * n, n) = -s.D.row(row).head(n);
  return line;
}

/// The rows of contact i's friction: stick T_i w = 0; slide T_i w + slip τ/bound = 0, |τ| = bound.
void add_friction(Linear& linear, const Scaled& s, const State& x, Friction friction, int i) {
  const int n = s.contacts;
  const double bound = bound_of(s, x, i);
  const Eigen::Vector2d tau = tangent(s, x.impulses, i);
  for (int k = 0; k < 2 && friction != Friction::None; ++k) {
    const int row = n + 2 * i + k;
    if (friction == Friction::Sticks) {
      add_speed(linear, s, row, x.w[row]);
      continue;
    }
    auto line = add_speed(linear, s, row, x.w[row] + x.slip[i] * tau[k] / bound);
    line[row] += x.slip[i] / bound;
    line[i] -= s.friction[i] * x.slip[i] * tau[k] / (bound * bound);
    line[4 * n + i] = tau[k] / bound;
  }
  if (friction != Friction::Slides) return;
  auto line = linear.add(0.5 * (tau.squaredNorm() / bound - bound));
  line.segment<2>(n + 2 * i) = tau / bound;
  line[i] = -0.5 * s.friction[i] * (tau.squaredNorm() / (bound * bound) + 1.0);
}

Linear linearised(const Scaled& s, const State& x, const Active& active) {
  const int n = s.contacts;
  Linear linear(s);
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (active.pushes[at] != 0) {
      auto line = add_speed(linear, s, i, x.w[i] - s.friction[i] * x.slip[i] + x.sigma);
      line[4 * n + i] = -s.friction[i];
      line[5 * n] = 1.0;
    }
    if (active.touches[at] != 0) linear.add(x.v[i]).head(3 * n) = s.D.row(i);
    add_friction(linear, s, x, active.friction[at], i);
  }
  if (active.total) linear.add(x.impulses.head(n).sum() - s.kappa).head(n).setOnes();
  return linear;
}

/// The columns that may change; the others stay as they are.
std::vector<int> free_columns(const Scaled& s, const Active& active) {
  const int n = s.contacts;
  std::vector<int> free;
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (active.pushes[at] != 0) free.push_back(i);
    if (active.friction[at] != Friction::None) {
      free.push_back(n + 2 * i);
      free.push_back(n + 2 * i + 1);
    }
    if (active.touches[at] != 0) free.push_back(3 * n + i);
    if (active.friction[at] == Friction::Slides) free.push_back(4 * n + i);
  }
  if (active.total) free.push_back(5 * n);
  return free;
}

/// What is not active is zero; sticking contacts do not slip.
void clear_inactive(const Scaled& s, const Active& active, State& x) {
  for (int i = 0; i < s.contacts; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (active.pushes[at] == 0) x.impulses[i] = 0.0;
    if (active.touches[at] == 0) x.lambda[i] = 0.0;
    if (active.friction[at] == Friction::None) x.impulses.segment<2>(s.contacts + 2 * i).setZero();
    if (active.friction[at] == Friction::Sticks) x.slip[i] = 0.0;
  }
  if (!active.total) x.sigma = 0.0;
  update(s, x);
}

/// One Newton step of minimum norm.
void step(const Scaled& s, const Active& active, State& x) {
  const int n = s.contacts;
  clear_inactive(s, active, x);
  const Linear linear = linearised(s, x, active);
  const std::vector<int> free = free_columns(s, active);
  if (free.empty() || linear.rows == 0) return;
  Eigen::MatrixXd A(linear.rows, static_cast<Eigen::Index>(free.size()));
  for (std::size_t k = 0; k < free.size(); ++k) {
    A.col(static_cast<Eigen::Index>(k)) = linear.A.col(free[k]).head(linear.rows);
  }
  const Eigen::VectorXd change =
      minimum_norm_solve(A, linear.b.head(linear.rows), kEnergyDependent).z;
  for (std::size_t k = 0; k < free.size(); ++k) {
    const double d = change[static_cast<Eigen::Index>(k)];
    const int column = free[k];
    if (column < 3 * n)
      x.impulses[column] += d;
    else if (column < 4 * n)
      x.lambda[column - 3 * n] += d;
    else if (column < 5 * n)
      x.slip[column - 4 * n] += d;
    else
      x.sigma += d;
  }
  update(s, x);
}

}  // namespace

Eigen::VectorXd velocity_of(const LeastEnergyProblem& problem, const LeastEnergyPoint& point) {
  const ContactSet& set = problem.set;
  return problem.v0 +
         set.mass.solved(set.N.transpose() * point.normal + set.T.transpose() * point.tangential);
}

double residual_of(const LeastEnergyProblem& problem, const LeastEnergyPoint& point) {
  const Scaled s = scaled(problem);
  return residual_of(s, state_of(s, point));
}

LeastEnergyPoint polished(const LeastEnergyProblem& problem, const LeastEnergyPoint& start) {
  const Scaled s = scaled(problem);
  const int n = s.contacts;
  State x = state_of(s, start);
  State best = x;
  double least = residual_of(s, x);
  for (int i = 0; i < kMaxEnergySteps && least > kEnergyConverged; ++i) {
    step(s, active_at(s, x), x);
    if (!x.impulses.allFinite() || !x.lambda.allFinite()) break;
    const double now = residual_of(s, x);
    if (now < least) {
      least = now;
      best = x;
    }
  }
  return {s.impulse * best.impulses.head(n), s.impulse * best.impulses.tail(2 * n),
          s.impulse * best.lambda, s.speed * best.sigma};
}

}  // namespace rigor
