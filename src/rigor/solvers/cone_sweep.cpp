// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include <rigor/solvers/cone_sweep.hpp>

namespace rigor {
namespace {

/// Joints may leave no way in some direction: there nothing is to be held.
constexpr double kHeldByJoints = 1e-12;  // of the larger eigenvalue of K, or of the normal's

/// K⁻¹ slip, without the direction in which nothing can move.
Eigen::Vector2d stopping(const Eigen::Matrix2d& K, const Eigen::Vector2d& slip) {
  const double size = K.trace();
  if (K.determinant() > kHeldByJoints * size * size) return K.inverse() * slip;
  if (!(size > 0.0)) return Eigen::Vector2d::Zero();
  // Rank one: K = size e e'.
  const Eigen::Vector2d e = (K(0, 0) > K(1, 1) ? K.col(0) : K.col(1)).normalized();
  return (e.dot(slip) / size) * e;
}

/// The tangential impulse of the contact that its rule asks for, the others as they are.
Eigen::Vector2d tangential_answer(const ConeContact& contact, const Eigen::Vector3d& impulse,
                                  const Eigen::Vector2d& slip) {
  const Eigen::Vector2d old = impulse.tail<2>();
  const Eigen::Matrix2d K = contact.compliance.bottomRightCorner<2, 2>();
  switch (contact.tangent) {
    case Tangent::Held:
      return old - stopping(K, slip);
    case Tangent::Drag: {
      const Eigen::Matrix2d damped = Eigen::Matrix2d::Identity() + contact.drag * K;
      return old - damped.inverse() * (old + contact.drag * slip);
    }
    case Tangent::Cone:
      break;
  }
  if (!(contact.largest_compliance > kHeldByJoints * contact.normal_compliance)) return old;
  Eigen::Vector2d answer = old - slip / contact.largest_compliance;
  const double most = contact.friction * impulse[0];
  const double length = answer.norm();
  if (length > most) answer *= most / length;
  return answer;
}

/// A residual below this part of the goal is good enough to end with.
constexpr double kWellBelow = 0.3;
/// The rate at which changes shrink is looked at every so many sweeps.
constexpr int kOutlook = 5;

/// Whether changes that go on shrinking as they did will not come below the goal in time.
bool is_hopeless(double change, double earlier, const SweepOptions& options, int done) {
  if (!(options.goal > 0.0) || !std::isfinite(earlier)) return false;
  const double periods = static_cast<double>(options.most - done) / kOutlook;
  return change * std::pow(change / earlier, periods) > options.goal;
}

/// Speed of the body's row k of the contact's side.
inline double part(const ConeContact& contact, int side, int k, const ConeState& state) {
  return contact.rows[side].row(k).dot(state.u[contact.blocks[side]]);
}

/// The visit of a contact without trees whose rule is Cone, number by number: a third of the time
/// of heaps goes there, and most of their contacts give nothing and go on giving nothing.
double visit_cone(const ConeProblem& problem, int index, ConeState& state) {
  const ConeContact& contact = problem.contacts[index];
  const auto& [a, b] = contact.blocks;
  Eigen::Vector3d& impulse = state.impulses[index];
  double y = contact.offset[0];
  if (a >= 0) y += part(contact, 0, 0, state);
  if (b >= 0) y += part(contact, 1, 0, state);
  const double before = impulse[0];
  const double normal = std::max(contact.least, before - y / contact.normal_compliance);
  if (normal == 0.0 && before == 0.0 && impulse[1] == 0.0 && impulse[2] == 0.0) return 0.0;
  const double pressed = normal - before;
  double first = impulse[1];
  double second = impulse[2];
  const bool slips = contact.largest_compliance > kHeldByJoints * contact.normal_compliance;
  if (contact.friction > 0.0 && slips) {
    double y1 = contact.offset[1] + pressed * contact.compliance(1, 0);
    double y2 = contact.offset[2] + pressed * contact.compliance(2, 0);
    for (int side = 0; side < 2; ++side) {
      if (contact.blocks[side] < 0) continue;
      y1 += part(contact, side, 1, state);
      y2 += part(contact, side, 2, state);
    }
    const double inverse = 1.0 / contact.largest_compliance;
    first -= y1 * inverse;
    second -= y2 * inverse;
    const double most = contact.friction * normal;
    const double square = first * first + second * second;
    if (square > most * most) {
      const double cut = most / std::sqrt(square);
      first *= cut;
      second *= cut;
    }
  }
  const Eigen::Vector3d change(pressed, first - impulse[1], second - impulse[2]);
  if (change.isZero(0.0)) return 0.0;
  impulse = {normal, first, second};
  for (int side = 0; side < 2; ++side)
    if (contact.blocks[side] >= 0)
      state.u[contact.blocks[side]].noalias() += contact.responses[side] * change;
  return std::max(std::abs(pressed) * contact.normal_compliance,
                  change.tail<2>().norm() * contact.largest_compliance);
}

/// Largest change of a speed by this visit, m/s.
double visit(const ConeProblem& problem, int index, ConeState& state) {
  const ConeContact& contact = problem.contacts[index];
  if (!(contact.normal_compliance > 0.0)) return 0.0;
  if (contact.tangent == Tangent::Cone && contact.parts.empty())
    return visit_cone(problem, index, state);
  const Eigen::Vector3d before = state.impulses[index];
  Eigen::Vector3d y = speeds(contact, state);
  Eigen::Vector3d after = before;
  after[0] = std::max(contact.least, before[0] - y[0] / contact.normal_compliance);
  y += (after[0] - before[0]) * contact.compliance.col(0);
  if (contact.tangent != Tangent::Cone || contact.friction > 0.0)
    after.tail<2>() = tangential_answer(contact, after, y.tail<2>());
  const Eigen::Vector3d change = after - before;
  if (change.isZero(0.0)) return 0.0;
  push(problem, index, change, state);
  return std::max(std::abs(change[0]) * contact.normal_compliance,
                  change.tail<2>().norm() * contact.largest_compliance);
}

/// The same for a bounded row: λ = -c (v + offset) exactly, the others as they are.
double visit_bounded(const ConeProblem& problem, int index, ConeState& state) {
  const BoundedRow& row = problem.bounded[index];
  const double r = 1.0 / row.compliance;
  const double x = state.efforts[index] - r * speed(row, state);
  const double change = admissible(row, x, r) - state.efforts[index];
  if (change != 0.0) push_bounded(problem, index, change, state);
  return std::abs(change) * row.compliance;
}

}  // namespace

ConeReport sweep(const ConeProblem& problem, const SweepOptions& options, ConeState& state) {
  const int count = static_cast<int>(problem.contacts.size());
  const int bounded = static_cast<int>(problem.bounded.size());
  ConeReport report;
  double earlier = std::numeric_limits<double>::infinity();  // the change kOutlook sweeps ago
  while (report.rounds < options.most) {
    double change = 0.0;
    const bool forwards = report.rounds % 2 == 0;
    for (int k = 0; k < count; ++k)
      change = std::max(change, visit(problem, forwards ? k : count - 1 - k, state));
    for (int k = 0; k < bounded; ++k) change = std::max(change, visit_bounded(problem, k, state));
    ++report.rounds;
    if (change < options.tolerance) break;
    if (change < kWellBelow * options.goal) {
      report.residual = residual(problem, state);
      if (report.residual <= kWellBelow * options.goal) return report;
    }
    if (report.rounds % kOutlook != 0) continue;
    if (is_hopeless(change, earlier, options, report.rounds)) break;
    earlier = change;
  }
  report.residual = residual(problem, state);
  return report;
}

}  // namespace rigor
