// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/decision/event_problem.hpp>
#include <rigor/decision/projection.hpp>
#include <rigor/decision/rest.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/laws/body_system.hpp>

namespace rigor {
namespace {

/// The radius that turns the spin of a body of the cluster into a speed.
double turning_radius(const World& world, const Cluster& cluster, int place) {
  const double radius = world.bodies[cluster.bodies[place]].radius;
  return cluster.states[place].tree ? std::max(radius, kLeastRadius) : radius;
}

/// Per body, the largest of a point of it.
std::vector<double> sizes(const World& world, const Cluster& cluster,
                          const std::vector<Vector6>& twists) {
  std::vector<double> all;
  for (int i = 0; i < std::ssize(twists); ++i)
    all.push_back(twists[i].head<3>().norm() +
                  turning_radius(world, cluster, i) * twists[i].tail<3>().norm());
  return all;
}

std::vector<char> slow_bodies(const World& world, const Cluster& cluster) {
  std::vector<Vector6> twists;
  for (const BodyState& state : cluster.states) twists.push_back(state.v);
  std::vector<char> slow;
  for (const double speed : sizes(world, cluster, twists))
    slow.push_back(speed <= kRestSpeed ? 1 : 0);
  return slow;
}

/// The largest acceleration of a body at rest. What is left of its speed bends its path; without
/// gravity that is all there is.
double rest_acceleration(const World& world, const Cluster& cluster, int place) {
  return kRestAcceleration * world.pull() +
         kRestSpeed * kRestSpeed / turning_radius(world, cluster, place);
}

/// Contacts of the mode between bodies that do not move now: their rows hold for accelerations as
/// they do for speeds.
std::vector<HeldContact> still_contacts(const World& world, const Cluster& cluster,
                                        const Mode& mode) {
  const std::vector<char> slow = slow_bodies(world, cluster);
  const auto is_still = [&](std::uint32_t body) {
    if (body == trace::kWorld) return true;
    const int place = place_of(cluster, body);
    if (place >= 0) return slow[place] != 0;
    return motion_of(world, cluster, body).V_WB.angular.isZero(0.0) &&
           motion_of(world, cluster, body).V_WB.linear.isZero(0.0);
  };
  std::vector<HeldContact> held = held_contacts(world, cluster, mode.contacts);
  for (const ContactId& pivot : mode.pivots)
    held.push_back({pivot.pair, rows_of(world, cluster, pivot), true});
  std::erase_if(held, [&](const HeldContact& contact) {
    return follows_path(world, contact.pair) || !is_still(contact.pair.a.body) ||
           !is_still(contact.pair.b.body);
  });
  return held;
}

/// Per body: neither speed nor acceleration.
std::vector<char> resting_bodies(const World& world, const Cluster& cluster, const Mode& mode,
                                 const Eigen::VectorXd& a) {
  std::vector<char> rest = slow_bodies(world, cluster);
  std::vector<double> accelerations = sizes(world, cluster, twists_at(cluster, a));
  const auto is_noise = [&](int i) {
    return rest[i] != 0 && accelerations[i] > rest_acceleration(world, cluster, i) &&
           accelerations[i] <= kForceNoise * world.pull();
  };
  bool noisy = false;
  for (int i = 0; i < std::ssize(rest); ++i) noisy |= is_noise(i);
  if (noisy)
    accelerations =
        sizes(world, cluster, twists_at(cluster, kept_accelerations(world, cluster, mode, a)));
  for (int i = 0; i < std::ssize(rest); ++i)
    if (accelerations[i] > rest_acceleration(world, cluster, i)) rest[i] = 0;
  return rest;
}

/// A tree of which one link is awake is awake.
void keep_trees_whole(const Cluster& cluster, std::vector<char>& rest) {
  const int count = static_cast<int>(rest.size());
  for (int first = 0, end = 0; first < count; first = end) {
    end = unit_end(cluster.states, first);
    const bool all = std::all_of(rest.begin() + first, rest.begin() + end,
                                 [](char at_rest) { return at_rest != 0; });
    if (!all) std::fill(rest.begin() + first, rest.begin() + end, 0);
  }
}

void keep_awake(const World& world, ResolvedEvent& out) {
  for (std::size_t i = 0; i < out.at_rest.size(); ++i)
    if (world.bodies[out.cluster.bodies[i]].load.end ||
        (out.cluster.states[i].tree && !out.cluster.states[i].tree->tree->autonomous))
      out.at_rest[i] = 0;
  for (const ActiveContact& contact : out.mode.contacts) {
    if (!follows_path(world, contact.id.pair)) continue;
    for (const std::uint32_t body : {contact.id.pair.a.body, contact.id.pair.b.body})
      if (const int place = place_of(out.cluster, body); place >= 0) out.at_rest[place] = 0;
  }
  keep_trees_whole(out.cluster, out.at_rest);
}

void stop_resting(ResolvedEvent& out) {
  if (std::none_of(out.at_rest.begin(), out.at_rest.end(), [](char rest) { return rest != 0; }))
    return;
  const Unknowns unknowns = unknowns_of(out.cluster.states);
  Eigen::VectorXd v = velocity_of(out.cluster);
  for (int i = 0; i < std::ssize(out.at_rest); ++i)
    if (out.at_rest[i] != 0)
      v.segment(unknowns.offset(i), size_of(out.cluster.states[i])).setZero();
  set_velocity(out.cluster, v);
}

}  // namespace

bool follows_path(const World& world, const PairId& pair) {
  const auto moves = [&](std::uint32_t body) {
    return is_driven(world, body) && !world.bodies[body].drive.for_ever;
  };
  return moves(pair.a.body) || moves(pair.b.body);
}

Eigen::VectorXd kept_accelerations(const World& world, const Cluster& cluster, const Mode& mode,
                                   const Eigen::VectorXd& a) {
  const std::vector<HeldContact> held = still_contacts(world, cluster, mode);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * std::ssize(held), cluster.unknowns());
  Eigen::RowVectorXd row(cluster.unknowns());
  const auto write = [&](int k, const PairId& pair, const PairRow& from) {
    row.setZero();
    write_row(cluster, pair, from, row);
    J.row(k) = row;
  };
  for (int i = 0; i < std::ssize(held); ++i) {
    write(3 * i, held[i].pair, held[i].rows.normal);
    for (int axis = 0; axis < 2 && held[i].sticks; ++axis)
      write(3 * i + 1 + axis, held[i].pair, held[i].rows.tangent[axis]);
  }
  const MassFactor mass = mass_of(world, cluster);
  const Eigen::MatrixXd G = mass.whitened_rows(J);
  return mass.unwhitened(BodySystem(G).free_part(mass.whitened(a)));
}

void find_rest(const World& world, const Eigen::VectorXd& a, ResolvedEvent& out) {
  out.at_rest = resting_bodies(world, out.cluster, out.mode, a);
  keep_awake(world, out);
  stop_resting(out);
}

}  // namespace rigor
