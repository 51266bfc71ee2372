// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/decision/event_decision.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/segments/pressure.hpp>
#include <rigor/segments/tolerances.hpp>
#include <rigor/touching/sides.hpp>
#include <rigor/touching/touching.hpp>

namespace rigor {
namespace {

/// The contacts of one pair of bodies in the mode: [first, end).
struct Group {
  PairId pair;
  PairAxis axis;
  int first = 0;
  int end = 0;
};

std::vector<Group> body_groups(const Mode& mode) {
  std::vector<Group> groups;
  for (int i = 0; i < static_cast<int>(mode.contacts.size()); ++i) {
    const ContactId& id = mode.contacts[i].id;
    if (on_half_space(id.pair)) continue;
    if (groups.empty() || groups.back().pair != id.pair) groups.push_back({id.pair, id.axis, i, i});
    groups.back().end = i + 1;
  }
  return groups;
}

/// Sum and first moment of the normal forces of a group.
struct Load {
  double force = 0.0;
  Vector3 moment = Vector3::Zero();  ///< Σ force × point
};

Load load_on(const Group& group, const ModeMotion& motion, const ModeSolution& solution) {
  Load load;
  for (int k = 0; k < static_cast<int>(motion.rows.size()); ++k) {
    const ModeMotion::Row row = motion.rows[k];
    if (row.axis != 0 || row.contact < group.first || row.contact >= group.end) continue;
    load.force += solution.multipliers()[k];
    load.moment += solution.multipliers()[k] * solution.point(row.contact);
  }
  return load;
}

/// Whether fewer than three vertices are in the band of the axis: then all corners are those of an
/// edge, or of the strip of a face along it that hardly rises.
bool is_edge(const World& world, const Cluster& cluster, const PairId& pair,
             const AxisReading& axis) {
  const PlacedPair at = placed(world, cluster, pair);
  const Polytope& other = *sides_of(at, axis).other;
  return vertices_below(at, axis.axis, other, world.tolerances.upper()).size() < 3;
}

/// The smaller of the two forces at the ends of the clipped segment that make up the load, newtons.
/// Corners further than `reach` from the line are not part of it.
double least_on_line(const std::vector<ContactCorner>& corners, double reach, const Vector3& a,
                     const Vector3& b, const Load& load) {
  const Vector3 t = (b - a).normalized();
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const ContactCorner& corner : corners) {
    const Vector3 d = corner.rows.point_W - a;
    const Vector3& n = corner.rows.nhat_AB_W;
    if ((d - t * t.dot(d) - n * n.dot(d)).norm() > reach) continue;
    low = std::min(low, t.dot(d));
    high = std::max(high, t.dot(d));
  }
  if (!(high > low)) return -std::numeric_limits<double>::infinity();
  const double moment = t.dot(load.moment) - load.force * t.dot(a);
  return std::min(moment - load.force * low, load.force * high - moment) / (high - low);
}

/// The least moment of the load about an edge of the clipped polygon, over the polygon's width from
/// there, newtons.
double least_on_polygon(const std::vector<ContactCorner>& corners, const Load& load) {
  const std::size_t count = corners.size();
  if (count < 3) return -std::numeric_limits<double>::infinity();
  Vector3 centre = Vector3::Zero();
  for (const ContactCorner& corner : corners) centre += corner.rows.point_W / double(count);
  double least = load.force;
  for (std::size_t k = 0; k < count; ++k) {
    const Vector3& a = corners[k].rows.point_W;
    const Vector3& b = corners[(k + 1) % count].rows.point_W;
    Vector3 inward = corners[k].rows.nhat_AB_W.cross(b - a);
    if (!(inward.norm() > 0.0)) continue;
    inward.normalize();
    if (inward.dot(centre - a) < 0.0) inward = -inward;
    double width = 0.0;
    for (const ContactCorner& corner : corners)
      width = std::max(width, inward.dot(corner.rows.point_W - a));
    if (!(width > 0.0)) continue;
    least = std::min(least, (inward.dot(load.moment) - load.force * inward.dot(a)) / width);
  }
  return least;
}

/// The least force that carries the group, newtons; negative if it can not be carried.
double least_force(const World& world, const Cluster& cluster, const Group& group,
                   const AxisReading& axis, const ModeMotion& motion,
                   const ModeSolution& solution) {
  const Load load = load_on(group, motion, solution);
  const int contacts = group.end - group.first;
  if (contacts == 1) return load.force;
  const std::vector<ContactCorner> corners = corners_along(world, cluster, group.pair, axis);
  if (contacts > 2) return least_on_polygon(corners, load);
  const auto point = [&](int k) {
    const MovingContact& contact = motion.contacts[k];
    if (contact.drive_O >= 0)
      return Vector3(solution.contacts().bodies().drive(contact.drive_O).X_WB * contact.r_O);
    return contact.place_O < 0 ? Vector3(contact.X_WO * contact.r_O)
                               : Vector3(pose_of(cluster.states[contact.place_O]) * contact.r_O);
  };
  const double reach = is_edge(world, cluster, group.pair, axis)
                           ? std::numeric_limits<double>::infinity()
                           : kOfEdge * world.tolerances.skin;
  return least_on_line(corners, reach, point(group.first), point(group.first + 1), load);
}

double pair_load(const World& world, const Cluster& cluster, const PairId& pair) {
  double load = 0.0;
  for (const std::uint32_t body : {pair.a.body, pair.b.body}) {
    const int place = place_of(cluster, body);
    if (place >= 0)
      load = std::max(load, load_of(world.bodies[body], cluster.states[place], world.gravity()));
  }
  return load;
}

bool agrees(const CarriedMode& mode, const Cluster& cluster, const Eigen::VectorXd& a) {
  const auto by_law = corner_accelerations(mode.world, cluster, mode.mode);
  if (!by_law) return false;
  const double scale = mode.world.pull() + a.cwiseAbs().maxCoeff();
  return (*by_law - a).cwiseAbs().maxCoeff() <= kSameAcceleration * scale;
}

/// The forces of the mode's contacts as fractions of their bodies' loads, in its own split.
Eigen::VectorXd shares(const CarriedMode& mode, const Cluster& cluster,
                       const ModeSolution& solution) {
  const World& world = mode.world;
  const std::vector<Group> groups = body_groups(mode.mode);
  Eigen::VectorXd all(static_cast<int>(mode.lifts.size() + groups.size()));
  int next = 0;
  for (const LiftFunction& lift : mode.lifts) {
    const int place = place_of(cluster, lift.pair.b.body);
    const double load = load_of(*mode.motion.bodies[place], cluster.states[place], world.gravity());
    all[next++] = lift.weights.dot(solution.multipliers()) / load;
  }
  for (const Group& group : groups) {
    const AxisReading axis = read_axis(placed(world, cluster, group.pair), group.axis);
    all[next++] = least_force(world, cluster, group, axis, mode.motion, solution) /
                  pair_load(world, cluster, group.pair);
  }
  return all;
}

/// Where the least of the forces was zero that is at the threshold of a lift at s: earlier by twice
/// what it took to fall the second half.
double zero_before(const CarriedMode& mode, const Trajectory& trajectory, double length, double s) {
  ModeSolution solution(mode.motion);
  const auto least = [&](double where) {
    const double after = where * length;
    const Cluster cluster{mode.bodies, states_at(trajectory, where),
                          trace::advanced(mode.motion.start, after)};
    if (solution.solve(cluster.states, after) == RankCheck::Lost) return 0.0;
    return shares(mode, cluster, solution).minCoeff();
  };
  if (least(s) < -2.0 * kLiftFraction) return s;  // it fell at once
  double above = std::max(0.0, s - kNearLift);
  double below = s;
  for (int i = 0; i < kPressureBisections; ++i) {
    const double middle = 0.5 * (above + below);
    (least(middle) > -0.5 * kLiftFraction ? above : below) = middle;
  }
  return std::max(0.0, 2.0 * below - s);
}

}  // namespace

bool takes_over(const World& world, const Cluster& cluster, const PairId& pair) {
  const double change = world.tolerances.skin * (1.0 + kFeatureBands * Tolerances::kBand);
  return pair_axis(placed(world, cluster, pair), {0.0, nullptr}).separation > change;
}

bool law_agrees(const CarriedMode& mode, const std::vector<BodyState>& states, double after) {
  ModeSolution solution(mode.motion);
  if (solution.solve(states, after) == RankCheck::Lost) return false;
  return agrees(mode, {mode.bodies, states, trace::advanced(mode.motion.start, after)},
                solution.a());
}

Carrying carrying(const CarriedMode& mode, const std::vector<BodyState>& states,
                  ModeSolution& solution, double after) {
  const World& world = mode.world;
  const Cluster cluster{mode.bodies, states, trace::advanced(mode.motion.start, after)};
  if (solution.solve(states, after) == RankCheck::Lost) return Carrying::Carries;
  for (const Group& group : body_groups(mode.mode))
    if (takes_over(world, cluster, group.pair)) return Carrying::Changes;
  const Eigen::VectorXd all = shares(mode, cluster, solution);
  if (all.size() == 0 || !(all.minCoeff() < -kLiftFraction)) return Carrying::Carries;
  return agrees(mode, cluster, solution.a()) ? Carrying::Carries : Carrying::Lifts;
}

CarryingEnd carrying_end(const CarriedMode& mode, const Trajectory& trajectory, double length,
                         double to) {
  CarryingEnd end;
  if (mode.lifts.empty() && body_groups(mode.mode).empty()) return end;
  ModeSolution solution(mode.motion);
  const auto at = [&](double s) {
    return carrying(mode, states_at(trajectory, s), solution, s * length);
  };
  double good = 0.0;
  for (int k = 0; k <= kPressureSamples; ++k) {
    double bad = to * k / kPressureSamples;
    Carrying reason = at(bad);
    if (reason == Carrying::Carries) {
      good = bad;
      continue;
    }
    for (int i = 0; i < kPressureBisections && k > 0; ++i) {
      const double middle = 0.5 * (good + bad);
      if (!(good < middle && middle < bad)) break;
      const Carrying there = at(middle);
      if (there == Carrying::Carries) {
        good = middle;
      } else {
        bad = middle;
        reason = there;
      }
    }
    const bool lifts = reason == Carrying::Lifts;
    return {reason, bad, bad - good, lifts ? zero_before(mode, trajectory, length, bad) : bad};
  }
  return end;
}

}  // namespace rigor
