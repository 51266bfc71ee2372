// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <Eigen/LU>

#include <rigor/laws/bodywise_step.hpp>
#include <rigor/laws/friction_smoothing.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

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

PathScale scale_of(const FrictionProblem& problem) {
  PathScale scale{0.0, std::vector<char>(static_cast<std::size_t>(problem.size()), 0)};
  for (int i = 0; i < problem.size(); ++i)
    scale.speed =
        std::max({scale.speed, -problem.b[3 * i], problem.W(3 * i, 3 * i) * problem.least[i]});
  if (!(scale.speed > 0.0)) return {speed_scale(problem), std::move(scale.fast)};
  const double fast = kFastSlip * scale.speed;
  for (int i = 0; i < problem.size(); ++i) {
    const double slip = problem.b.segment<2>(3 * i + 1).norm();
    if (slip <= fast)
      scale.speed = std::max(scale.speed, problem.b.segment<3>(3 * i).norm());
    else if (may_stick(problem, i))
      scale.fast[i] = 1;
  }
  return scale;
}

/// The slip speed enters De Saxcé's shift as hypot(|u_t|, σ_s). A contact that sticks then has a
/// normal speed of -μ σ_s: with σ_s = σ that is an error of the first order, where the cone's own
/// is of the second. So σ_s = σ²/(kSmoothingBend · speed), once σ is below kSmoothingBend.
double slip_smoothing(double smoothing, double speed) {
  return smoothing * std::min(1.0, smoothing / (kSmoothingBend * speed));
}

/// The equations of one contact: its numbers, its impulse and its motion.
struct ContactPlace {
  const FrictionProblem& problem;
  const PathScale& scale;
  int i = 0;
  double smoothing = 0.0;
  Vector3d r;
  Vector3d u;
  double mobility = 0.0;
  std::optional<double> held_slip{};  ///< a slip speed for De Saxcé's shift, whatever u is

  double slip_speed() const {
    return std::hypot(u.tail<2>().norm(), slip_smoothing(smoothing, scale.speed));
  }
};

struct ContactEquations {
  Vector3d F = Vector3d::Zero();
  Matrix3d by_r = Matrix3d::Zero();
  Matrix3d by_u = Matrix3d::Zero();
};

/// A contact on its circular cone: x = (μ r_n, r_t) as a speed, y = (u_n/μ + |u_t|, u_t).
ContactEquations on_cone(const ContactPlace& at) {
  const double mu = at.problem.mu[at.i];
  const Vector3d to_x(at.mobility * mu, at.mobility, at.mobility);
  const Vector2 u_t = at.u.tail<2>();
  const double speed = at.held_slip.value_or(at.slip_speed());
  Matrix3d to_y = Matrix3d::Identity();
  to_y(0, 0) = 1.0 / mu;
  if (!at.held_slip) to_y.row(0).tail<2>() = u_t / speed;
  const Vector3d y(at.u[0] / mu + speed, u_t.x(), u_t.y());
  const ConeEquation phi = cone_equation(to_x.cwiseProduct(at.r), y, at.smoothing);
  return {phi.value, phi.by_x * to_x.asDiagonal(), phi.by_y * to_y};
}

/// 0 <= r_n - least ⊥ u_n >= 0, smoothed; and friction against a slip s of length at most one: r_t
/// = -μ r_n s.
ContactEquations along(const ContactPlace& at, const Vector2& s) {
  ContactEquations out;
  const double x = at.mobility * (at.r[0] - at.problem.least[at.i]);
  const double root = std::sqrt(x * x + at.u[0] * at.u[0] + 2.0 * at.smoothing * at.smoothing);
  const double mu = at.problem.mu[at.i];
  out.F[0] = x + at.u[0] - root;
  out.by_u(0, 0) = 1.0 - at.u[0] / root;
  out.by_r(0, 0) = at.mobility * (1.0 - x / root);
  out.F.tail<2>() = at.mobility * (at.r.tail<2>() + mu * at.r[0] * s);
  out.by_r.bottomRightCorner<2, 2>() = at.mobility * Matrix2d::Identity();
  out.by_r.bottomLeftCorner<2, 1>() = at.mobility * mu * s;
  return out;
}

/// A contact whose normal impulse has a lower bound: it may leave while friction acts. Its normal
/// is a condition of its own, and of the cone's conditions for x = (μ r_n, r_t) and y = (|u_t|,
/// u_t) those along the tangents are left: r_t points against u_t, and has its length where that is
/// not zero.
ContactEquations on_disc(const ContactPlace& at) {
  ContactEquations out = along(at, Vector2::Zero());
  const double mu = at.problem.mu[at.i];
  const Vector3d to_x(at.mobility * mu, at.mobility, at.mobility);
  const Vector2 u_t = at.u.tail<2>();
  const double speed = at.slip_speed();
  Matrix3d to_y = Matrix3d::Identity();
  to_y.row(0) << 0.0, u_t.x() / speed, u_t.y() / speed;
  const Vector3d y(speed, u_t.x(), u_t.y());
  const ConeEquation phi = cone_equation(to_x.cwiseProduct(at.r), y, at.smoothing);
  out.F.tail<2>() = phi.value.tail<2>();
  out.by_r.bottomRows<2>() = (phi.by_x * to_x.asDiagonal()).bottomRows<2>();
  out.by_u.bottomRows<2>() = (phi.by_y * to_y).bottomRows<2>();
  return out;
}

/// A contact that slips on: friction against its slip, which turns with it.
ContactEquations on_way(const ContactPlace& at) {
  const Vector2 u_t = at.u.tail<2>();
  const double speed = u_t.norm();
  const Vector2 s = u_t / speed;
  ContactEquations out = along(at, s);
  out.by_u.bottomRightCorner<2, 2>() = (at.mobility * at.problem.mu[at.i] * at.r[0] / speed) *
                                       (Matrix2d::Identity() - s * s.transpose());
  return out;
}

ContactEquations equations_of(const ContactPlace& at) {
  const auto& given = at.problem.sliding[at.i];
  if (at.scale.fast[at.i] != 0 && !at.u.tail<2>().isZero(0.0)) return on_way(at);
  if (!may_stick(at.problem, at.i)) return along(at, given ? *given : Vector2::Zero());
  return at.problem.least[at.i] > 0.0 ? on_disc(at) : on_cone(at);
}

/// Every contact with its impulse and motion; `held_slips` are none, or one per contact.
std::vector<ContactPlace> places_of(const FrictionProblem& problem, const PathScale& scale,
                                    const Eigen::VectorXd& r, double smoothing,
                                    const Eigen::VectorXd& held_slips) {
  const Eigen::VectorXd u = problem.W * r + problem.b;
  std::vector<ContactPlace> places;
  for (int i = 0; i < problem.size(); ++i) {
    places.push_back({problem, scale, i, smoothing, r.segment<3>(3 * i), u.segment<3>(3 * i),
                      contact_mobility(problem, i)});
    if (held_slips.size() > 0) places.back().held_slip = held_slips[i];
  }
  return places;
}

Eigen::VectorXd slip_speeds(const FrictionProblem& problem, const PathScale& scale,
                            const Eigen::VectorXd& r, double smoothing) {
  Eigen::VectorXd speeds(problem.size());
  for (const ContactPlace& at : places_of(problem, scale, r, smoothing, {}))
    speeds[at.i] = at.slip_speed();
  return speeds;
}

/// dF/dr with u = W r + b.
Eigen::MatrixXd derivative(const FrictionProblem& problem, const FrictionEquations& equations) {
  Eigen::MatrixXd D(problem.b.size(), problem.b.size());
  for (int i = 0; i < problem.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    D.middleRows<3>(3 * i).noalias() = equations.by_u[k] * problem.W.middleRows<3>(3 * i);
    D.block<3, 3>(3 * i, 3 * i) += equations.by_r[k];
  }
  return D;
}

/// Every contact pressed as strongly as the problem is fast, where friction may act at all.
Eigen::VectorXd central_start(const FrictionProblem& problem, double speed) {
  Eigen::VectorXd r = Eigen::VectorXd::Zero(problem.b.size());
  for (int i = 0; i < problem.size(); ++i) {
    r[3 * i] = problem.least[i] + speed / (contact_mobility(problem, i) * problem.size());
    const auto& s = problem.sliding[i];
    if (s) r.segment<2>(3 * i + 1) = -problem.mu[i] * r[3 * i] * *s;
  }
  return r;
}

/// Speeds that follow other ones, faster and faster while those go one way.
class Pursuit {
 public:
  void follow(const Eigen::VectorXd& now) {
    if (speeds_.size() == 0) {
      speeds_ = now;
      return;
    }
    const Eigen::VectorXd change = now - speeds_;
    const bool goes_on =
        change_.size() > 0 && change.dot(change_) > kSameWay * change.norm() * change_.norm();
    length_ = goes_on ? kPursuitGrowth * length_ : 1.0;
    change_ = change;
    speeds_ = (speeds_ + length_ * change).cwiseMax(0.0);
  }
  const Eigen::VectorXd& speeds() const { return speeds_; }

 private:
  Eigen::VectorXd speeds_;
  Eigen::VectorXd change_;
  double length_ = 1.0;
};

}  // namespace

SmoothedPath::SmoothedPath(const FrictionProblem& problem)
    : problem_(problem),
      scale_(scale_of(problem)),
      r_(central_start(problem, scale_.speed)),
      earlier_(r_) {
  const auto count = static_cast<std::size_t>(problem.size());
  equations_ = {Eigen::VectorXd::Zero(r_.size()), std::vector<Matrix3d>(count),
                std::vector<Matrix3d>(count)};
  smoothing_ = scale_.speed * kFirstSmoothing / kSmoothingShrink;
  if (by_bodies(problem)) bodies_.emplace(problem.G);
}

void SmoothedPath::evaluate() {
  for (const ContactPlace& at : places_of(problem_, scale_, r_, smoothing_, held_slips_)) {
    const ContactEquations own = equations_of(at);
    equations_.F.segment<3>(3 * at.i) = own.F;
    equations_.by_r[at.i] = own.by_r;
    equations_.by_u[at.i] = own.by_u;
  }
}

/// The step, shortened until the equations hold better; false if nothing helps.
bool SmoothedPath::take(const Eigen::VectorXd& step) {
  if (!step.allFinite()) return false;
  const FrictionEquations here = equations_;
  const Eigen::VectorXd old = r_;
  const double size = here.F.norm();
  double length = 1.0;
  for (int halving = 0; halving < kSmoothingHalvings; ++halving, length *= 0.5) {
    r_ = old - length * step;
    evaluate();
    if (equations_.F.norm() <= (1.0 - kSmoothingDescent * length) * size) return true;
  }
  r_ = old;
  equations_ = here;
  return false;
}

/// Newton's step. Redundant contacts make pivots of σ², which elimination loses at last: then the
/// impulses that the equations do not determine stay where they are.
bool SmoothedPath::improve() {
  if (bodies_)
    for (const double give : kStepGives)
      if (take(bodywise_step(*bodies_, equations_, give * bodies_->strongest()))) return true;
  if (bodies_ && problem_.size() > kMostDenseContacts) return false;
  if (!redundant_) {
    if (take(derivative(problem_, equations_).partialPivLu().solve(equations_.F))) return true;
    redundant_ = true;
  }
  const Eigen::MatrixXd D = derivative(problem_, equations_);
  const Eigen::VectorXd size = D.rowwise().lpNorm<Eigen::Infinity>();
  const Eigen::VectorXd weight = (size.array() > 0.0).select(size.cwiseInverse(), 1.0);
  return take(
      minimum_norm_solve(weight.asDiagonal() * D, weight.cwiseProduct(equations_.F), kSmoothingRank)
          .z);
}

/// Newton's steps until the equations hold to `near`, or as many as are worth it; false where no
/// step leads down.
bool SmoothedPath::descend(double near) {
  const int most = problem_.size() > kManyContacts && held_slips_.size() == 0 ? kManySmoothingSteps
                                                                              : kSmoothingSteps;
  for (int step = 0; step < most && equations_.F.norm() > near; ++step)
    if (requested(problem_.cancellation) || !improve()) return false;
  return true;
}

/// With the slip speeds of De Saxcé's shift held, the equations are those of a convex problem,
/// which Newton's method solves from anywhere (Acary and Cadoux 2013 iterate so). Round by round
/// the held speeds follow, until Newton finds the way from there with the speeds set free; where it
/// does not, the next round begins where this one settled.
bool SmoothedPath::settle(double near) {
  redundant_ = false;  // no elimination failed: what was lost is the way down
  const Eigen::VectorXd lost = r_;
  Pursuit pursuit;
  const int rounds = problem_.size() > kMostDenseContacts ? kFewSettlingRounds : kSettlingRounds;
  for (int round = 0; round < rounds && !requested(problem_.cancellation); ++round) {
    const Eigen::VectorXd before = r_;
    pursuit.follow(slip_speeds(problem_, scale_, r_, smoothing_));
    held_slips_ = pursuit.speeds();
    evaluate();
    descend(near);
    held_slips_.resize(0);
    if (r_ == before) break;  // no shift, or none that could change anything
    const Eigen::VectorXd settled = r_;
    evaluate();
    if (descend(near) && equations_.F.norm() <= near) return true;
    r_ = settled;
  }
  r_ = lost;
  return false;
}

bool SmoothedPath::advance() {
  const double scale = scale_.speed;
  smoothing_ *= kSmoothingShrink;
  if (!(smoothing_ > kLastSmoothing * scale)) return false;
  earlier_ = r_;
  evaluate();
  const double near =
      std::max(kSmoothingNearness * smoothing_ * smoothing_ / scale, kSmoothingRounding * scale);
  if (descend(near) || equations_.F.norm() <= kSmoothingSolved * scale) return true;
  return equations_.F.norm() > kSettlingWorth * scale && settle(near);
}

std::vector<FrictionMode> SmoothedPath::modes() const {
  const Eigen::VectorXd u = problem_.W * r_ + problem_.b;
  std::vector<FrictionMode> modes(static_cast<std::size_t>(problem_.size()));
  for (int i = 0; i < problem_.size(); ++i) {
    const double mobility = contact_mobility(problem_, i);
    const double spare = problem_.mu[i] * r_[3 * i] - r_.segment<2>(3 * i + 1).norm();
    FrictionMode& mode = modes[i];
    mode.closed = mobility * (r_[3 * i] - problem_.least[i]) > u[3 * i];
    mode.sticks = (mode.closed || problem_.least[i] > 0.0) && may_stick(problem_, i) &&
                  mobility * spare > 2.0 * u.segment<2>(3 * i + 1).norm();
  }
  return modes;
}

std::vector<FrictionMode> SmoothedPath::modes_by_rate() const {
  const Eigen::VectorXd u = problem_.W * r_ + problem_.b;
  const Eigen::VectorXd u_earlier = problem_.W * earlier_ + problem_.b;
  const double noise = kSmoothingNoise * scale_.speed;
  // Whether the impulse has kept more of its size than the speed has.
  const auto stays = [&](double impulse, double impulse_earlier, double speed,
                         double speed_earlier) {
    return speed < noise || impulse * speed_earlier > speed * impulse_earlier;
  };
  std::vector<FrictionMode> modes(static_cast<std::size_t>(problem_.size()));
  for (int i = 0; i < problem_.size(); ++i) {
    const int k = 3 * i;
    const auto spare = [&](const Eigen::VectorXd& r) {
      return std::max(0.0, problem_.mu[i] * r[k] - r.segment<2>(k + 1).norm());
    };
    FrictionMode& mode = modes[i];
    mode.closed = stays(r_[k] - problem_.least[i], earlier_[k] - problem_.least[i], std::abs(u[k]),
                        std::abs(u_earlier[k]));
    mode.sticks = (mode.closed || problem_.least[i] > 0.0) && may_stick(problem_, i) &&
                  stays(spare(r_), spare(earlier_), u.segment<2>(k + 1).norm(),
                        u_earlier.segment<2>(k + 1).norm());
  }
  return modes;
}

}  // namespace rigor
