// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/mode_forces.hpp>
#include <rigor/motion/mode_margin.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
namespace {

/// The length by which a corner's load acts on the others of its pair: how far the farthest is; of
/// a corner that is alone, the size of the bodies.
double lever_arm(const Instant& at, const CarryingCorners& corners, std::size_t i) {
  const PairId& pair = corners.ids[i].pair;
  double arm = 0.0;
  for (std::size_t k = 0; k < corners.ids.size(); ++k)
    if (corners.ids[k].pair == pair)
      arm = std::max(arm, (corners.rows[k].point_W - corners.rows[i].point_W).norm());
  if (arm > 0.0) return arm;
  return at.world.bodies[pair.b.body].radius;
}

}  // namespace

std::vector<PushingContact> pushing_contacts(const Instant& at, const CarryingCorners& corners,
                                             const std::vector<Vector3>& slips, double load) {
  std::vector<PushingContact> pushing(corners.ids.size());
  for (std::size_t i = 0; i < pushing.size(); ++i) {
    PushingContact& contact = pushing[i];
    contact.state = state_of(at.mode, corners.ids[i]);
    if (corners.set.contacts[i].friction == 0.0 && contact.state == ContactState::Stick)
      contact.state = ContactState::Frictionless;
    if (contact.state != ContactState::Slip) continue;
    contact.slack = kSkinsOfPlace * at.world.tolerances.skin / lever_arm(at, corners, i) * load;
    Vector3 slip = slip_of(corners, static_cast<int>(i), velocity_of(at.cluster));
    double nearest = kOnLine * at.world.tolerances.skin;
    for (std::size_t f = 0; f < at.motion.forces.size(); ++f) {
      const ModeMotion::Force& force = at.motion.forces[f];
      const double away = (at.solution.point(force.contact) - corners.rows[i].point_W).norm();
      // Corners of other pairs may be at the same place, and slip elsewhere.
      if (!force.slips || force.id.pair != corners.ids[i].pair || away >= nearest) continue;
      nearest = away;
      slip = force.side * slips[f];  // the corner's own vertex may meanwhile be the other body's
    }
    contact.slip = Eigen::Vector2d(slip.dot(corners.rows[i].tangents_W[0]),
                                   slip.dot(corners.rows[i].tangents_W[1]))
                       .normalized();
  }
  return pushing;
}

Eigen::VectorXd contact_effect(const Instant& at, const CarryingCorners& corners) {
  return corners.set.mass.product(at.solution.a() - free_accelerations(at.world, at.cluster));
}

std::vector<PushingContact> held_contacts(const Instant& at, const CarryingCorners& corners) {
  std::vector<PushingContact> held(corners.ids.size());
  for (std::size_t i = 0; i < held.size(); ++i) {
    held[i].state = state_of(at.mode, corners.ids[i]);
    if (held[i].state == ContactState::Slip) held[i].state = ContactState::Released;
    if (corners.set.contacts[i].friction == 0.0 && held[i].state == ContactState::Stick)
      held[i].state = ContactState::Frictionless;
  }
  return held;
}

Eigen::VectorXd held_effect(const Instant& at, const CarryingCorners& corners) {
  const Eigen::VectorXd effect = contact_effect(at, corners);
  if (!at.motion.slides()) return effect;
  return effect - corners.set.mass.product(slip_accelerations(at.solution));
}

ConeMargin cone_margin(const Instant& at, const CarryingCorners& corners,
                       const std::vector<Vector3>& slips, const MarginLimits& limits,
                       Places places) {
  ConeMargin own{{}, -INFINITY, -INFINITY};
  if (most_pulling(at.motion, at.solution, -kPulls * limits.load) < 0)
    own = force_margin(corners.set, held_contacts(at, corners), held_effect(at, corners), limits);
  if (!at.motion.slides() || own.margin >= 0.0) return own;
  const double load = places == Places::KnownToSkin ? limits.load : 0.0;
  const ConeMargin any = force_margin(corners.set, pushing_contacts(at, corners, slips, load),
                                      contact_effect(at, corners), limits);
  return any.margin > own.margin ? any : own;
}

}  // namespace rigor
