// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/segments/event_impulses.hpp>
#include <rigor/segments/joint_forces.hpp>
#include <rigor/segments/momenta.hpp>
#include <rigor/segments/tolerances.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

Push push_of(const World& world, const PairId& pair, bool captured) {
  if (!captured) return Push::Held;
  if (world.law == Law::NoSlip || world.law == Law::NoSlipActive) return Push::Held;
  return surface_of(world, pair).friction > 0.0 ? Push::Cone : Push::Normal;
}

/// The jumps of the bodies' momenta, angular momenta about the origins of links.
struct Jumps {
  std::vector<Vector6> of_bodies;
  std::vector<Vector6> of_rotors;  ///< what rotors in the joints take of it
  double scale = 0.0;              ///< N s, of the momenta
};

Jumps jumps_of(const World& world, const Cluster& before, const Cluster& after) {
  Jumps jumps;
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    const std::uint32_t body = before.bodies[i];
    const Vector6 was = momentum_of(world, body, before.states[i]);
    const Vector6 is = momentum_of(world, body, after.states[i]);
    const double reach = split_body(world, before, static_cast<int>(i), is).reach;
    Vector6 jump = is - was;
    if (before.states[i].tree)
      jump.tail<3>() += Vector3(before.states[i].q * world.model->links[body].inertia.com)
                            .cross(Vector3(jump.head<3>()));
    jumps.of_bodies.push_back(jump);
    jumps.scale = std::max({jumps.scale, was.head<3>().norm(), is.head<3>().norm(),
                            was.tail<3>().norm() / reach, is.tail<3>().norm() / reach});
  }
  return jumps;
}

/// The wrench of an impulse on one of the bodies, about its centre.
Vector6 felt_by(const SplitBody& body, const SplitContact& contact, int side, const Vector3& J) {
  Vector6 wrench = felt(body, contact, side, J);
  wrench.tail<3>() *= body.reach;
  return wrench;
}

/// Rotors are no bodies: a joint gives its links what its rotor's inertia takes.
void add_rotors(const Cluster& before, const Cluster& after, const std::vector<BodyJoint>& joints,
                Jumps& jumps) {
  jumps.of_rotors.assign(before.bodies.size(), Vector6::Zero());
  for (int i = 0; i < static_cast<int>(before.bodies.size()); ++i) {
    if (!before.states[i].tree || !leads(before.states, i)) continue;
    const Tree& tree = *before.states[i].tree->tree;
    Eigen::VectorXd efforts = before.states[i].tree->state.v - after.states[i].tree->state.v;
    for (const Link& link : tree.local.links)
      for (int k = 0; k < link.velocities; ++k) efforts[link.first_v + k] *= link.dofs[k].armature;
    add_given(before, joints, i, efforts, jumps.of_rotors);
  }
}

/// The joints; limits that gave an impulse, or hold from now on, hold.
std::vector<BodyJoint> joints_at(const World& world, const Cluster& before,
                                 const ResolvedEvent& result) {
  std::vector<BodyJoint> joints = joints_of(world, before);
  std::vector<PairId> limits;
  for (const TouchPoint& point : result.points)
    if (!point.impulse_W.isZero(0.0)) limits.push_back(point.pair);
  for (const ActiveContact& contact : result.mode.contacts) limits.push_back(contact.id.pair);
  mark_limits(before, limits, joints);
  return joints;
}

SplitContact split_contact(const World& world, const Cluster& before, const TouchPoint& point,
                           bool captured) {
  SplitContact contact;
  const PairId& pair = point.pair;
  contact.bodies = {on_half_space(pair) ? -1 : place_of(before, pair.a.body),
                    place_of(before, pair.b.body)};
  contact.point_W = point.point_W;
  contact.normal_W = point.normal_W;
  contact.tangents_W = tangent_basis(point.normal_W);
  contact.push = push_of(world, pair, captured);
  contact.friction = surface_of(world, pair).friction;
  return contact;
}

/// What the joints alone give of the bodies' wrenches, which is taken off these; they come behind
/// the `first` contacts.
std::vector<Vector3> borne_by_joints(std::vector<SplitBody>& bodies,
                                     const std::vector<SplitContact>& contacts, std::size_t first) {
  std::vector<Vector3> borne(contacts.size(), Vector3::Zero());
  if (first == contacts.size()) return borne;
  SplitPattern pattern(contacts.size());
  for (std::size_t k = 0; k < first; ++k) pattern[k].part = SplitRole::Part::None;
  borne = split_forces(bodies, contacts, pattern).forces_W;
  for (std::size_t k = first; k < contacts.size(); ++k)
    for (int side = 0; side < 2; ++side)
      if (const int i = contacts[k].bodies[side]; i >= 0)
        bodies[i].wrench_W -= felt_by(bodies[i], contacts[k], side, borne[k]);
  return borne;
}

/// The impulses that the split gives, beyond those of the law unless all is split `anew`.
SplitForces lacking_impulses(const World& world, const Cluster& before, const Jumps& jumps,
                             const std::vector<TouchPoint*>& points,
                             const std::vector<SplitContact>& contacts, bool anew) {
  std::vector<SplitBody> bodies;
  for (int i = 0; i < static_cast<int>(before.bodies.size()); ++i)
    bodies.push_back(split_body(world, before, i, jumps.of_bodies[i] - jumps.of_rotors[i]));
  for (std::size_t k = 0; k < points.size() && !anew; ++k) {
    for (int side = 0; side < 2; ++side) {
      const int i = contacts[k].bodies[side];
      if (i < 0) continue;
      bodies[i].wrench_W -= felt_by(bodies[i], contacts[k], side, points[k]->impulse_W);
    }
  }
  // What joints can bear is theirs; contacts settle the rest.
  const std::vector<Vector3> borne = anew ? std::vector<Vector3>(contacts.size(), Vector3::Zero())
                                          : borne_by_joints(bodies, contacts, points.size());
  double impulses = 0.0;
  for (const SplitBody& body : bodies)
    impulses = std::max(impulses, body.wrench_W.head<3>().norm());
  const SplitPattern pattern = anew ? choose_pattern(bodies, contacts, kPullingImpulse * impulses)
                                    : SplitPattern(contacts.size());
  // The sums come first: where no choice that pushes bears them, what lacks is given besides.
  SplitForces found = completed_forces(bodies, contacts, split_forces(bodies, contacts, pattern));
  for (std::size_t k = 0; k < borne.size(); ++k) found.forces_W[k] += borne[k];
  return found;
}

/// The impulses of the points, besides what the law gave them or instead of it.
struct Completion {
  bool anew = false;
  SplitForces found;
  double unlawful = 0.0;  ///< N s, the largest pull or part outside a cone
};

Completion completion(const World& world, const Cluster& before, const Jumps& jumps,
                      const std::vector<TouchPoint*>& points,
                      const std::vector<SplitContact>& contacts, bool anew) {
  Completion made{anew, lacking_impulses(world, before, jumps, points, contacts, anew), 0.0};
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vector3 all = made.found.forces_W[k] + (anew ? Vector3::Zero() : points[k]->impulse_W);
    made.unlawful = std::max(made.unlawful, breach(contacts[k], all));
  }
  return made;
}

/// Where hops are ended nothing expands, and all is split anew. But what slides bears its weight at
/// the rims of all its cones, which no other split may do (its corners would pull and push by far
/// more than the blow), and contacts that nearly depend on each other may have held by impulses of
/// any size: then those of the law are kept.
Completion least_unlawful(const World& world, const Cluster& before, const Jumps& jumps,
                          const std::vector<TouchPoint*>& points,
                          const std::vector<SplitContact>& contacts) {
  Completion anew = completion(world, before, jumps, points, contacts, true);
  const double enough = kLackingImpulse * jumps.scale;
  double pushes = 0.0;
  for (const Vector3& impulse : anew.found.forces_W) pushes = std::max(pushes, impulse.norm());
  if (anew.found.missing <= enough && anew.unlawful <= kPullingImpulse * pushes) return anew;
  Completion besides = completion(world, before, jumps, points, contacts, false);
  if (anew.found.missing > enough)
    return anew.found.missing <= besides.found.missing ? anew : besides;
  return besides.found.missing <= enough && besides.unlawful < anew.unlawful ? besides : anew;
}

/// What joints give in the expansion, besides what the contacts do then; all zero if there is none.
std::vector<Vector6> expansion_wrenches(const World& world, const Cluster& before,
                                        const ResolvedEvent& result,
                                        const std::vector<BodyJoint>& joints,
                                        const std::vector<TouchPoint*>& points,
                                        const std::vector<SplitContact>& contacts) {
  if (result.captured || result.expansion.size() == 0)
    return std::vector<Vector6>(joints.size(), Vector6::Zero());
  Cluster still = before;
  set_velocity(still, Eigen::VectorXd::Zero(result.expansion.size()));
  Cluster moving = before;
  set_velocity(moving, result.expansion);
  Jumps jumps = jumps_of(world, still, moving);
  add_rotors(still, moving, joints, jumps);
  std::vector<SplitBody> bodies;
  for (int i = 0; i < static_cast<int>(before.bodies.size()); ++i)
    bodies.push_back(split_body(world, before, i, jumps.of_bodies[i] - jumps.of_rotors[i]));
  std::vector<Vector3> impulses;
  for (std::size_t k = 0; k < points.size(); ++k) {
    impulses.push_back(points[k]->impulse_W - points[k]->compression_W);
    for (int side = 0; side < 2; ++side)
      if (const int i = contacts[k].bodies[side]; i >= 0)
        bodies[i].wrench_W -= felt_by(bodies[i], contacts[k], side, impulses[k]);
  }
  const std::vector<Vector3> borne = borne_by_joints(bodies, contacts, points.size());
  impulses.insert(impulses.end(), borne.begin() + static_cast<std::ptrdiff_t>(points.size()),
                  borne.end());
  return joint_wrenches(before, joints, jumps.of_bodies, contacts, impulses);
}

/// The e used at the limits of a joint's motions.
trace::Triple limit_restitutions(const Cluster& before, const ResolvedEvent& result,
                                 const BodyJoint& joint) {
  trace::Triple used{};
  for (const TouchPoint& point : result.points) {
    if (joint.loop != nullptr || result.captured || !on_limit(point.pair)) continue;
    const LimitId limit = limit_of(point.pair);
    if (limit.body == before.bodies[joint.child] && !point.impulse_W.isZero(0.0))
      used.at(static_cast<std::size_t>(limit.dof)) = point.restitution;
  }
  return used;
}

/// The impulses of joints as they go on file: those that are no rounding.
std::vector<trace::EventJoint> recorded_joints(const Cluster& before, const ResolvedEvent& result,
                                               const std::vector<BodyJoint>& joints,
                                               const std::vector<Vector6>& wrenches,
                                               const std::vector<Vector6>& expansions,
                                               double least) {
  std::vector<trace::EventJoint> out;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (std::max(wrenches[j].cwiseAbs().maxCoeff(), expansions[j].cwiseAbs().maxCoeff()) <= least)
      continue;
    const Vector6 first = wrenches[j] - expansions[j];
    out.push_back({joints[j].number, joints[j].at_lower, joints[j].at_upper,
                   triple(wrenches[j].head<3>()), triple(wrenches[j].tail<3>()),
                   triple(first.head<3>()), triple(first.tail<3>()),
                   limit_restitutions(before, result, joints[j])});
  }
  return out;
}

}  // namespace

std::vector<trace::EventJoint> complete_impulses(const World& world, const Cluster& before,
                                                 ResolvedEvent& result) {
  Jumps jumps = jumps_of(world, before, result.cluster);
  const std::vector<BodyJoint> joints = joints_at(world, before, result);
  add_rotors(before, result.cluster, joints, jumps);
  std::vector<TouchPoint*> points;
  std::vector<SplitContact> contacts;
  for (TouchPoint& point : result.points) {
    if (on_limit(point.pair)) continue;
    points.push_back(&point);
    contacts.push_back(split_contact(world, before, point, result.captured));
  }
  add_joint_contacts(before, joints, contacts);
  const bool loops = std::any_of(joints.begin(), joints.end(),
                                 [](const BodyJoint& joint) { return joint.loop != nullptr; });
  std::vector<Vector3> impulses(contacts.size(), Vector3::Zero());
  bool anew = result.captured;
  if (!points.empty() || loops) {
    Completion chosen = anew ? least_unlawful(world, before, jumps, points, contacts)
                             : completion(world, before, jumps, points, contacts, false);
    anew = chosen.anew;
    impulses = std::move(chosen.found.forces_W);
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    TouchPoint& point = *points[k];
    point.settling_W = impulses[k];
    if (anew) point.settling_W -= point.impulse_W;
    if (result.captured) {
      point.compression_W = point.impulse_W;
      point.restitution = 0.0;
    }
    if (point.settling_W.norm() <= kNoImpulse * jumps.scale) point.settling_W.setZero();
    impulses[k] = point.impulse_W + point.settling_W;
  }
  return recorded_joints(before, result, joints,
                         joint_wrenches(before, joints, jumps.of_bodies, contacts, impulses),
                         expansion_wrenches(world, before, result, joints, points, contacts),
                         kNoImpulse * jumps.scale);
}

}  // namespace rigor
