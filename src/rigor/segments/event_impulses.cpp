// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/motion/force_split.hpp>
#include <rigor/segments/contact_forces.hpp>
#include <rigor/segments/event_impulses.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {
namespace {

Push push_of(const World& world, const PairId& pair, bool captured) {
  if (!captured) return Push::Held;
  if (world.law == Law::NoSlip || world.law == Law::NoSlipActive) return Push::Held;
  return surface_of(world, pair).friction > 0.0 ? Push::Cone : Push::Normal;
}

}  // namespace

void complete_impulses(const World& world, const Cluster& before, ResolvedEvent& result) {
  if (unknowns_of(before.states).has_trees()) return;  // forces of joints are not on file
  std::vector<SplitBody> bodies;
  double scale = 0.0;
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    const Body& body = world.bodies[before.bodies[i]];
    const Vector6 was = momentum_of(body, before.states[i]);
    const Vector6 is = momentum_of(body, result.cluster.states[i]);
    bodies.push_back({before.states[i].x, body.radius, is - was});
    scale = std::max({scale, was.head<3>().norm(), is.head<3>().norm(),
                      was.tail<3>().norm() / body.radius, is.tail<3>().norm() / body.radius});
  }
  std::vector<SplitContact> contacts;
  for (const TouchPoint& point : result.points) {
    SplitContact contact;
    const PairId& pair = point.pair;
    contact.bodies = {on_half_space(pair) ? -1 : place_of(before, pair.a.body),
                      place_of(before, pair.b.body)};
    contact.point_W = point.point_W;
    contact.normal_W = point.normal_W;
    contact.tangents_W = tangent_basis(point.normal_W);
    contact.push = push_of(world, pair, result.captured);
    contact.friction = surface_of(world, pair).friction;
    contacts.push_back(contact);
    if (result.captured) continue;
    for (int side = 0; side < 2; ++side) {
      const int i = contact.bodies[side];
      if (i < 0) continue;
      const Vector3 given = side == 0 ? Vector3(-point.impulse_W) : point.impulse_W;
      bodies[i].wrench_W.head<3>() -= given;
      bodies[i].wrench_W.tail<3>() -= (point.point_W - bodies[i].centre_W).cross(given);
    }
  }
  if (contacts.empty()) return;
  double impulses = 0.0;
  for (const SplitBody& body : bodies)
    impulses = std::max(impulses, body.wrench_W.head<3>().norm());
  const SplitPattern pattern = result.captured
                                   ? choose_pattern(bodies, contacts, kPullingImpulse * impulses)
                                   : SplitPattern(contacts.size());
  const SplitForces split = split_forces(bodies, contacts, pattern);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    TouchPoint& point = result.points[k];
    point.settling_W = split.forces_W[k];
    if (result.captured) {  // hops are ended: nothing expands
      point.settling_W -= point.impulse_W;
      point.compression_W = point.impulse_W;
      point.restitution = 0.0;
    }
    if (point.settling_W.norm() <= kNoImpulse * scale) point.settling_W.setZero();
  }
}

}  // namespace rigor
