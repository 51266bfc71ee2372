// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/motion/independent_rows.hpp>
#include <rigor/motion/mode_motion.hpp>
#include <rigor/motion/mode_rows.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
namespace {

/// Forces of the mode's contacts that do not slide, then of the points of pairs that do.
void add_forces(const World& world, const Cluster& cluster,
                const std::vector<ActiveContact>& contacts,
                const std::vector<FrictionPoint>& points, ModeMotion& motion) {
  const auto slides = [&](const PairId& pair) {
    return std::any_of(points.begin(), points.end(),
                       [&](const FrictionPoint& point) { return point.id.pair == pair; });
  };
  for (int k = 0; k < std::ssize(contacts); ++k) {
    if (slides(contacts[k].id.pair)) continue;
    ModeMotion::Force force;
    force.id = contacts[k].id;
    force.contact = k;
    force.sticks = contacts[k].state == ContactState::Stick;
    motion.forces.push_back(force);
  }
  const PairId* last = nullptr;
  int pair = -1;
  for (const FrictionPoint& point : points) {
    if (last == nullptr || *last != point.id.pair) ++pair;
    last = &point.id.pair;
    const int k = static_cast<int>(motion.contacts.size());
    motion.contacts.push_back(
        moving_contact(world, cluster, {point.id, ContactState::Slip, 0.0}, motion.drives));
    motion.forces.push_back({point.id, k, pair, !point.sticks, point.sticks, point.friction,
                             point.onset, point.loaded, point.slip_W,
                             carried_by_a(point.id) ? 1.0 : -1.0, point.turn, point.preload});
    if (!point.sticks) continue;
    for (const int axis : {1, 2}) motion.rows.push_back({k, axis});
  }
}

/// Those of the motion's rows that are independent at the states of the cluster.
std::vector<ModeMotion::Row> independent_rows(const ModeMotion& motion, const Cluster& cluster) {
  PlacedContacts contacts(motion);
  Eigen::VectorXd a(motion.unknowns.count);
  contacts.bodies().place(cluster.states, 0.0, a);
  ModeRows all(motion);
  all.place(contacts);
  std::vector<double> bias;
  for (int k = 0; k < std::ssize(motion.rows); ++k) bias.push_back(all.terms(k).bias);
  const Independence independence = motion.unknowns.has_trees()
                                        ? Independence{kTreeSineSquared, kTreeTie}
                                        : Independence{kDependentSineSquared, 0.0};
  std::vector<ModeMotion::Row> kept;
  for (const int i : independent_rows(all.matrix(contacts), bias, independence))
    kept.push_back(motion.rows[i]);
  return kept;
}

}  // namespace

ModeMotion mode_motion(const World& world, const Cluster& cluster,
                       const std::vector<ActiveContact>& contacts,
                       const std::vector<FrictionPoint>& points) {
  ModeMotion motion;
  motion.gravity = world.gravity();
  motion.start = cluster.time;
  motion.cancellation = world.cancellation;
  motion.unknowns = unknowns_of(cluster.states);
  for (const std::uint32_t body : cluster.bodies) motion.bodies.push_back(&world.bodies[body]);
  for (int k = 0; k < std::ssize(contacts); ++k) {
    const int axes = contacts[k].state == ContactState::Stick ? 3 : 1;
    for (int axis = 0; axis < axes; ++axis) motion.rows.push_back({k, axis});
    motion.contacts.push_back(moving_contact(world, cluster, contacts[k], motion.drives));
  }
  if (!points.empty()) add_forces(world, cluster, contacts, points, motion);
  if (!motion.rows.empty()) motion.rows = independent_rows(motion, cluster);
  return motion;
}

}  // namespace rigor
