// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/solvers/cone_matrix.hpp>
#include <rigor/solvers/cone_newton.hpp>

namespace rigor {
namespace {

using Vector3 = Eigen::Vector3d;

/// Multipliers are renewed when a step changes speeds by less than this part of what they miss.
constexpr double kSettled = 0.1;
/// Penalties grow by kGrowth where that leaves more than kShrinks of what was missed before, and
/// kMostGrown times in all: goals that no velocity meets are missed however large they are.
constexpr double kShrinks = 0.25;
constexpr double kGrowth = 10.0;
constexpr double kMostGrown = 1e6;
/// Trials of a length of a step, at most, and the part of the slope that may be left there.
constexpr int kMostTrials = 12;
constexpr double kFlat = 0.1;

/// The impulse nearest to x with friction of at most `most`.
Vector3 within(const ConeContact& contact, const Vector3& x, double r, double most) {
  if (contact.tangent != Tangent::Cone) return admissible(contact, x, r);
  return with_tangent_below({std::max(x[0], contact.least), x[1], x[2]}, most);
}

/// The slope of `within` at x.
Eigen::Matrix3d slope_within(const ConeContact& contact, const Vector3& x, double r, double most) {
  Eigen::Matrix3d slope = Eigen::Matrix3d::Zero();
  slope(0, 0) = x[0] > contact.least ? 1.0 : 0.0;
  if (contact.tangent != Tangent::Cone) {
    const bool held = contact.tangent == Tangent::Held;
    slope(1, 1) = slope(2, 2) = held ? 1.0 : contact.drag / (r + contact.drag);
    return slope;
  }
  const double length = x.tail<2>().norm();
  slope(1, 1) = slope(2, 2) = 1.0;
  if (length <= most) return slope;
  const Eigen::Vector2d e = x.tail<2>() / length;
  slope.bottomRightCorner<2, 2>() -= e * e.transpose();
  slope.bottomRightCorner<2, 2>() *= most / length;
  return slope;
}

/// One contact of the iteration.
struct Iterate {
  const ConeContact* contact = nullptr;
  double r = 0.0;
  Vector3 impulse = Vector3::Zero();  ///< λ
  Vector3 y = Vector3::Zero();
  Vector3 dy = Vector3::Zero();  ///< of the step
  double most = 0.0;             ///< of friction

  /// λ - r y after the part t of the step.
  Vector3 aim(double t) const { return impulse - r * (y + t * dy); }
  Vector3 answer(double t) const { return within(*contact, aim(t), r, most); }
  void renew_most() { most = contact->friction * std::max(contact->least, aim(0.0)[0]); }
};

/// The same of a bounded row.
struct BoundedIterate {
  const BoundedRow* row = nullptr;
  double r = 0.0;
  double impulse = 0.0;
  double y = 0.0;
  double dy = 0.0;

  double aim(double t) const { return impulse - r * (y + t * dy); }
  double answer(double t) const { return admissible(*row, aim(t), r); }
  /// Of `answer` by `aim`.
  double slope() const {
    const double part = std::isinf(row->drag) ? 1.0 : row->drag / (r + row->drag);
    return part * std::abs(aim(0.0)) < row->most ? part : 0.0;
  }
};

double dot(const ConeVelocities& a, const ConeVelocities& b) {
  double sum = a.trees.dot(b.trees);
  for (std::size_t i = 0; i < a.bodies.size(); ++i) sum += a.bodies[i].dot(b.bodies[i]);
  return sum;
}

void add(const ConeVelocities& change, double factor, ConeVelocities& to) {
  for (std::size_t i = 0; i < to.bodies.size(); ++i) to.bodies[i] += factor * change.bodies[i];
  to.trees += factor * change.trees;
}

class Newton {
 public:
  Newton(const ConeProblem& problem, double alpha, const ConeState& state)
      : matrix_(problem), u_{state.u, Eigen::VectorXd(matrix_.start().trees.size())} {
    for (std::size_t i = 0; i < state.trees.size(); ++i)
      u_.trees.segment(matrix_.offset(static_cast<int>(i)), state.trees[i].size()) = state.trees[i];
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const ConeContact& contact = problem.contacts[c];
      Iterate at{&contact, 0.0, state.impulses[c], speeds(contact, state)};
      at.most = contact.friction * at.impulse[0];
      if (contact.normal_compliance > 0.0) at.r = alpha / contact.normal_compliance;
      contacts_.push_back(at);
    }
    for (std::size_t i = 0; i < problem.bounded.size(); ++i) {
      const BoundedRow& row = problem.bounded[i];
      bounded_.push_back({&row, alpha / row.compliance, state.efforts[i], speed(row, state)});
    }
  }

  /// One step; false if its matrix cannot be factored.
  bool step() {
    away_ = u_;
    add(matrix_.start(), -1.0, away_);
    away_ = matrix_.momentum(away_);
    ConeVelocities d = away_;  // M (u - u*), then -F
    add(away_, -2.0, d);
    matrix_.clear();
    for (const Iterate& at : contacts_) {
      if (!(at.r > 0.0)) continue;
      add_force(matrix_, *at.contact, at.answer(0.0), d);
      matrix_.add(*at.contact, at.r * slope_within(*at.contact, at.aim(0.0), at.r, at.most));
    }
    for (const BoundedIterate& at : bounded_) {
      d.trees[matrix_.place(*at.row)] += at.answer(0.0);
      matrix_.add(*at.row, at.r * at.slope());
    }
    if (!matrix_.factor()) return false;
    matrix_.solve(d);
    for (Iterate& at : contacts_) at.dy = speeds_by(matrix_, *at.contact, d);
    for (BoundedIterate& at : bounded_) at.dy = d.trees[matrix_.place(*at.row)];
    go(d, length_of(d));
    for (Iterate& at : contacts_) at.renew_most();
    return true;
  }

  /// λ <- what x leads to, if the step was small against what that changes; the penalties
  /// grow if it misses hardly less than the last time. False if they have grown beyond sense.
  bool renew_if_settled() {
    double misses = 0.0;
    for (const Iterate& at : contacts_)
      if (at.r > 0.0)
        misses = std::max(misses, (at.answer(0.0) - at.impulse).lpNorm<Eigen::Infinity>() / at.r);
    for (const BoundedIterate& at : bounded_)
      misses = std::max(misses, std::abs(at.answer(0.0) - at.impulse) / at.r);
    if (changed_ > kSettled * misses) return true;
    const double factor = misses > kShrinks * missed_ ? kGrowth : 1.0;
    missed_ = misses;
    grown_ *= factor;
    for (Iterate& at : contacts_) {
      if (!(at.r > 0.0)) continue;
      at.impulse = at.answer(0.0);
      at.r *= factor;
    }
    for (BoundedIterate& at : bounded_) {
      at.impulse = at.answer(0.0);
      at.r *= factor;
    }
    return grown_ <= kMostGrown;
  }

  ConeState state(const ConeProblem& problem) const {
    std::vector<Vector3> impulses;
    std::vector<double> efforts;
    for (const Iterate& at : contacts_)
      impulses.push_back(at.r > 0.0 ? at.answer(0.0) : at.impulse);
    for (const BoundedIterate& at : bounded_) efforts.push_back(at.answer(0.0));
    return state_with(problem, std::move(impulses), efforts);
  }

 private:
  /// The slope of the convex function along the step, after the part t of it.
  double slope_at(double at_start, double bend, double t) const {
    double slope = at_start + t * bend;
    for (const Iterate& at : contacts_)
      if (at.r > 0.0) slope -= at.dy.dot(at.answer(t));
    for (const BoundedIterate& at : bounded_) slope -= at.dy * at.answer(t);
    return slope;
  }

  /// Where that slope vanishes, about: it rises with t, and below 0 at t = 0.
  double length_of(const ConeVelocities& d) const {
    const double at_start = dot(d, away_);
    const double bend = dot(d, matrix_.momentum(d));
    double low = 0.0;
    double high = 1.0;
    double below = slope_at(at_start, bend, low);
    double above = slope_at(at_start, bend, high);
    const double small = kFlat * std::abs(below);
    if (!(below < 0.0) || above <= small) return 1.0;
    double t = high;
    for (int trial = 0; trial < kMostTrials; ++trial) {
      t = trial % 3 == 2 ? 0.5 * (low + high) : low + (high - low) * below / (below - above);
      const double slope = slope_at(at_start, bend, t);
      if (std::abs(slope) <= small) break;
      (slope > 0.0 ? high : low) = t;
      (slope > 0.0 ? above : below) = slope;
    }
    return t;
  }

  void go(const ConeVelocities& d, double t) {
    changed_ = 0.0;
    add(d, t, u_);
    for (Iterate& at : contacts_) {
      at.y += t * at.dy;
      changed_ = std::max(changed_, at.dy.lpNorm<Eigen::Infinity>());
    }
    for (BoundedIterate& at : bounded_) {
      at.y += t * at.dy;
      changed_ = std::max(changed_, std::abs(at.dy));
    }
  }

  ConeMatrix matrix_;
  ConeVelocities u_;
  ConeVelocities away_;  ///< M (u - u*)
  std::vector<Iterate> contacts_;
  std::vector<BoundedIterate> bounded_;
  double changed_ = 0.0;
  double grown_ = 1.0;  ///< what penalties were multiplied by
  double missed_ = std::numeric_limits<double>::infinity();
};

}  // namespace

ConeReport polish_by_newton(const ConeProblem& problem, const NewtonOptions& options,
                            ConeState& state) {
  ConeReport report{residual(problem, state), 0};
  Newton iteration(problem, options.penalty, state);
  while (report.residual > options.tolerance && report.rounds < options.most) {
    if (!iteration.step()) return report;
    ++report.rounds;
    ConeState answer = iteration.state(problem);
    const double left = residual(problem, answer);
    if (left < report.residual) {
      report.residual = left;
      state = std::move(answer);
    }
    if (!iteration.renew_if_settled()) break;
  }
  return report;
}

}  // namespace rigor
