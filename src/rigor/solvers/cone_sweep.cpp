// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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

/// Largest change of a speed by this visit, m/s.
double visit(const ConeProblem& problem, int index, ConeState& state) {
  const ConeContact& contact = problem.contacts[index];
  if (!(contact.normal_compliance > 0.0)) return 0.0;
  Eigen::Vector3d y = speeds(contact, state);
  const Eigen::Vector3d before = state.impulses[index];
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
  while (report.rounds < options.most) {
    double change = 0.0;
    const bool forwards = report.rounds % 2 == 0;
    for (int k = 0; k < count; ++k)
      change = std::max(change, visit(problem, forwards ? k : count - 1 - k, state));
    for (int k = 0; k < bounded; ++k) change = std::max(change, visit_bounded(problem, k, state));
    ++report.rounds;
    if (change < options.tolerance) break;
  }
  report.residual = residual(problem, state);
  return report;
}

}  // namespace rigor
