// SPDX-License-Identifier: Apache-2.0
#include <rigor/motion/mode_forces.hpp>

namespace rigor {
namespace {

/// Calls f(number of the contact, row, multiplier) for every force that acts.
template <typename Function>
void for_each_force(const ModeSolution& solution, Function f) {
  const ModeMotion& motion = solution.motion();
  const Eigen::VectorXd& multipliers = solution.multipliers();
  if (!motion.slides()) {
    for (int k = 0; k < multipliers.size(); ++k)
      f(motion.rows[k].contact, solution.rows().terms(k), multipliers[k]);
    return;
  }
  const SlidingForces& sliding = solution.sliding();
  for (int c = 0; c < multipliers.size(); ++c) {
    const SlidingForces::Column& column = sliding.columns()[c];
    f(sliding.contact(column), sliding.push(column), multipliers[c]);
  }
}

}  // namespace

Eigen::VectorXd slip_accelerations(const ModeSolution& solution) {
  const SlidingForces& sliding = solution.sliding();
  Eigen::VectorXd a = Eigen::VectorXd::Zero(solution.a().size());
  for (int c = 0; c < std::ssize(sliding.columns()); ++c) {
    const SlidingForces::Column& column = sliding.columns()[c];
    if (solution.motion().forces[column.force].slips)
      solution.contacts().add_push(sliding.contact(column), sliding.push(column),
                                   sliding.multipliers()[c], a);
  }
  return a;
}

double supplied_power(const ModeSolution& solution) {
  const PlacedBodies& bodies = solution.contacts().bodies();
  double power = bodies.load_power();
  for_each_force(solution, [&](int at, const RowTerms& push, double size) {
    const MovingContact& contact = solution.motion().contacts[at];
    double speed = 0.0;
    if (contact.limit < 0 && contact.has_belt()) {
      const Vector3 n = solution.contacts().normal(at);
      speed += push.on_O.head<3>().dot(contact.belt_O - n.dot(contact.belt_O) * n);
      speed += push.on_P.head<3>().dot(contact.belt_P - n.dot(contact.belt_P) * n);
    }
    if (contact.drive_O >= 0) speed += push.on_O.dot(bodies.drive(contact.drive_O).V_WB.vector());
    if (contact.drive_P >= 0) speed += push.on_P.dot(bodies.drive(contact.drive_P).V_WB.vector());
    power -= size * speed;
  });
  return power;
}

std::vector<Vector6> contact_wrenches(const ModeSolution& solution) {
  const std::vector<MovingContact>& contacts = solution.motion().contacts;
  std::vector<Vector6> wrenches(solution.motion().bodies.size(), Vector6::Zero());
  for_each_force(solution, [&](int at, const RowTerms& push, double size) {
    const MovingContact& contact = contacts[at];
    if (contact.limit >= 0) return;
    if (contact.place_O >= 0) wrenches[contact.place_O] += size * push.on_O;
    if (contact.place_P >= 0) wrenches[contact.place_P] += size * push.on_P;
  });
  for (int k = 0; k < std::ssize(contacts); ++k)
    if (contacts[k].viscosity != 0.0)
      wrenches[contacts[k].place_O] += solution.contacts().viscous_wrench(k);
  return wrenches;
}

Eigen::VectorXd holding_efforts(const ModeSolution& solution, int place,
                                const std::vector<Vector6>& wrenches) {
  return solution.contacts().bodies().holding_efforts(place, solution.a(), wrenches);
}

}  // namespace rigor
