// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include <rigor/laws/friction_smoothing.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Smoothing, as a fraction of the problem's speed, at the start and at the end of the path. Its
/// error is of its square over the smallest margin; what remains is for Newton on fixed modes.
constexpr double kFirstSmoothing = 0.2;
constexpr double kLastSmoothing = 1e-12;
constexpr double kShrink = 0.2;  ///< from one smoothing to the next
/// Below this fraction the slip speed is smoothed less than the cone, see slip_smoothing.
constexpr double kBend = 1e-4;
/// Equations are solved to this share of smoothing² (nearly dependent contacts stray from the path
/// otherwise), or to rounding, both in terms of the problem's speed.
constexpr double kNear = 0.3;
constexpr double kRounding = 1e-13;
/// Equations that rounding keeps from being solved better than this are solved.
constexpr double kSolved = 1e-11;
constexpr double kRank = 1e-11;    ///< of the equations where contacts are redundant
constexpr int kSteps = 20;         ///< of Newton for one smoothing
constexpr int kHalvings = 20;      ///< of one step
constexpr double kDescent = 1e-4;  ///< share of the predicted decrease that a step must bring

/// The product's multiplication by x in the Jordan algebra of the cone |x_v| <= x_0.
Matrix3d arrow(const Vector3d& x) {
  Matrix3d L = x[0] * Matrix3d::Identity();
  L.row(0).tail<2>() = x.tail<2>();
  L.col(0).tail<2>() = x.tail<2>();
  return L;
}

Vector3d square(const Vector3d& x) {
  Vector3d y = 2.0 * x[0] * x;
  y[0] = x.squaredNorm();
  return y;
}

Vector3d square_root(const Vector3d& w) {
  const double side = w.tail<2>().norm();
  const double most = std::sqrt(w[0] + side);
  const double least = std::sqrt(std::max(0.0, w[0] - side));
  Vector3d z(0.5 * (most + least), 0.0, 0.0);
  if (side > 0.0) z.tail<2>() = (0.5 * (most - least) / side) * w.tail<2>();
  return z;
}

/// φ(x, y) = x + y - sqrt(x² + y² + 2σ²) with its derivatives; zero where x and y lie in the cone
/// and x∘y = σ².
struct ConeEquation {
  Vector3d value;
  Matrix3d by_x;
  Matrix3d by_y;
};

ConeEquation cone_equation(const Vector3d& x, const Vector3d& y, double smoothing) {
  Vector3d w = square(x) + square(y);
  w[0] += 2.0 * smoothing * smoothing;
  const Vector3d z = square_root(w);
  const Matrix3d inverse = arrow(z).inverse();
  return {x + y - z, Matrix3d::Identity() - inverse * arrow(x),
          Matrix3d::Identity() - inverse * arrow(y)};
}

/// The slip speed enters De Saxcé's shift as hypot(|u_t|, σ_s). A contact that sticks then has a
/// normal speed of -μ σ_s: with σ_s = σ that is an error of the first order, where the cone's own
/// is of the second. So σ_s = σ²/(kBend · speed), once σ is below kBend.
double slip_smoothing(const FrictionProblem& problem, double smoothing) {
  return smoothing * std::min(1.0, smoothing / (kBend * speed_scale(problem)));
}

/// A contact on its circular cone: x = (μ r_n, r_t) as a speed, y = (u_n/μ + |u_t|, u_t).
void add_cone(const FrictionProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u,
              double smoothing, int i, FrictionEquations& equations) {
  const int k = 3 * i;
  const double mobility = contact_mobility(problem, i);
  const double mu = problem.mu[i];
  const Vector3d to_x(mobility * mu, mobility, mobility);
  const Vector2 u_t = u.segment<2>(k + 1);
  const double speed = std::hypot(u_t.norm(), slip_smoothing(problem, smoothing));
  Matrix3d by_u = Matrix3d::Identity();
  by_u(0, 0) = 1.0 / mu;
  by_u.row(0).tail<2>() = u_t / speed;
  const Vector3d y(u[k] / mu + speed, u_t.x(), u_t.y());
  const ConeEquation phi = cone_equation(to_x.cwiseProduct(r.segment<3>(k)), y, smoothing);
  equations.F.segment<3>(k) = phi.value;
  equations.D.middleRows<3>(k).noalias() = phi.by_y * by_u * problem.W.middleRows<3>(k);
  equations.D.block<3, 3>(k, k) += phi.by_x * to_x.asDiagonal();
}

/// 0 <= r_n - least ⊥ u_n >= 0, smoothed.
void add_normal(const FrictionProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u,
                double smoothing, int i, FrictionEquations& equations) {
  const int k = 3 * i;
  const double mobility = contact_mobility(problem, i);
  const double x = mobility * (r[k] - problem.least[i]);
  const double root = std::sqrt(x * x + u[k] * u[k] + 2.0 * smoothing * smoothing);
  equations.F[k] = x + u[k] - root;
  equations.D.row(k) = (1.0 - u[k] / root) * problem.W.row(k);
  equations.D(k, k) += mobility * (1.0 - x / root);
}

/// Friction against a given slip s, of length at most one: r_t = -μ r_n s.
void add_friction(const FrictionProblem& problem, const Eigen::VectorXd& r, const Vector2& s, int i,
                  FrictionEquations& equations) {
  const int k = 3 * i;
  const double mobility = contact_mobility(problem, i);
  equations.F.segment<2>(k + 1) = mobility * (r.segment<2>(k + 1) + problem.mu[i] * r[k] * s);
  equations.D.middleRows<2>(k + 1).setZero();
  equations.D.block<2, 2>(k + 1, k + 1) = mobility * Matrix2d::Identity();
  equations.D.block<2, 1>(k + 1, k) = mobility * problem.mu[i] * s;
}

/// A contact whose friction has a known direction, or none.
void add_ray(const FrictionProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u,
             double smoothing, int i, FrictionEquations& equations) {
  const auto& given = problem.sliding[static_cast<std::size_t>(i)];
  add_normal(problem, r, u, smoothing, i, equations);
  add_friction(problem, r, given ? *given : Vector2::Zero(), i, equations);
}

/// A contact whose normal impulse has a lower bound: it may leave while friction acts.
void add_disc(const FrictionProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u,
              double smoothing, int i, FrictionEquations& equations) {
  const int k = 3 * i;
  const Vector2 u_t = u.segment<2>(k + 1);
  const double speed = std::hypot(u_t.norm(), smoothing);
  const Vector2 s = u_t / speed;
  add_normal(problem, r, u, smoothing, i, equations);
  add_friction(problem, r, s, i, equations);
  const double turning = contact_mobility(problem, i) * problem.mu[i] * r[k] / speed;
  const Matrix2d by_u = turning * (Matrix2d::Identity() - s * s.transpose());
  equations.D.middleRows<2>(k + 1).noalias() += by_u * problem.W.middleRows<2>(k + 1);
}

void set_equations(const FrictionProblem& problem, const Eigen::VectorXd& r, double smoothing,
                   FrictionEquations& equations) {
  const Eigen::VectorXd u = problem.W * r + problem.b;
  for (int i = 0; i < problem.size(); ++i) {
    const auto add = !may_stick(problem, i)   ? add_ray
                     : problem.least[i] > 0.0 ? add_disc
                                              : add_cone;
    add(problem, r, u, smoothing, i, equations);
  }
}

/// Every contact pressed as strongly as the problem is fast, where friction may act at all.
Eigen::VectorXd central_start(const FrictionProblem& problem) {
  const double scale = speed_scale(problem);
  Eigen::VectorXd r = Eigen::VectorXd::Zero(problem.b.size());
  for (int i = 0; i < problem.size(); ++i) {
    r[3 * i] = problem.least[i] + scale / (contact_mobility(problem, i) * problem.size());
    const auto& s = problem.sliding[static_cast<std::size_t>(i)];
    if (s) r.segment<2>(3 * i + 1) = -problem.mu[i] * r[3 * i] * *s;
  }
  return r;
}

}  // namespace

SmoothedPath::SmoothedPath(const FrictionProblem& problem)
    : problem_(problem), r_(central_start(problem)) {
  equations_.F = Eigen::VectorXd::Zero(r_.size());
  equations_.D = Eigen::MatrixXd::Zero(r_.size(), r_.size());
  smoothing_ = speed_scale(problem) * kFirstSmoothing / kShrink;
}

/// The step, shortened until the equations hold better; false if nothing helps.
bool SmoothedPath::take(const Eigen::VectorXd& step) {
  if (!step.allFinite()) return false;
  const FrictionEquations here = equations_;
  const Eigen::VectorXd old = r_;
  const double size = here.F.norm();
  double length = 1.0;
  for (int halving = 0; halving < kHalvings; ++halving, length *= 0.5) {
    r_ = old - length * step;
    set_equations(problem_, r_, smoothing_, equations_);
    if (equations_.F.norm() <= (1.0 - kDescent * length) * size) return true;
  }
  r_ = old;
  equations_ = here;
  return false;
}

/// Newton's step. Redundant contacts make pivots of σ², which elimination loses at last: then the
/// impulses that the equations do not determine stay where they are.
bool SmoothedPath::improve() {
  if (!redundant_) {
    if (take(equations_.D.partialPivLu().solve(equations_.F))) return true;
    redundant_ = true;
  }
  const Eigen::VectorXd size = equations_.D.rowwise().lpNorm<Eigen::Infinity>();
  const Eigen::VectorXd weight = (size.array() > 0.0).select(size.cwiseInverse(), 1.0);
  return take(minimum_norm_solve(weight.asDiagonal() * equations_.D,
                                 weight.cwiseProduct(equations_.F), kRank)
                  .z);
}

bool SmoothedPath::advance() {
  const double scale = speed_scale(problem_);
  smoothing_ *= kShrink;
  if (!(smoothing_ > kLastSmoothing * scale)) return false;
  set_equations(problem_, r_, smoothing_, equations_);
  const double near = std::max(kNear * smoothing_ * smoothing_ / scale, kRounding * scale);
  for (int step = 0; step < kSteps && equations_.F.norm() > near; ++step)
    if (requested(problem_.cancellation) || !improve())
      return equations_.F.norm() <= kSolved * scale;
  return true;
}

std::vector<FrictionMode> SmoothedPath::modes() const {
  const Eigen::VectorXd u = problem_.W * r_ + problem_.b;
  std::vector<FrictionMode> modes(static_cast<std::size_t>(problem_.size()));
  for (int i = 0; i < problem_.size(); ++i) {
    const double mobility = contact_mobility(problem_, i);
    const double spare = problem_.mu[i] * r_[3 * i] - r_.segment<2>(3 * i + 1).norm();
    FrictionMode& mode = modes[static_cast<std::size_t>(i)];
    mode.closed = mobility * (r_[3 * i] - problem_.least[i]) > u[3 * i];
    mode.sticks = (mode.closed || problem_.least[i] > 0.0) && may_stick(problem_, i) &&
                  mobility * spare > 2.0 * u.segment<2>(3 * i + 1).norm();
  }
  return modes;
}

}  // namespace rigor
