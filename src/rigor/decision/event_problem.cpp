// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/decision/event_problem.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/motion/carrying_corners.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

/// Largest extent of the pair's manifold as a fraction of the corners' lever arms, at most 1.
double extent_of(const EventProblem& event, const TouchingPair& pair) {
  double extent = 0.0;
  double arm = 0.0;
  const auto arm_of = [&](std::uint32_t body, const Vector3& point) {
    const int place = body == trace::kWorld ? -1 : place_of(event.cluster, body);
    return place < 0 ? 0.0 : (point - event.cluster.states[place].x).norm();
  };
  for (const ContactCorner& c : pair.corners) {
    const Vector3& p = c.rows.point_W;
    arm = std::max({arm, arm_of(pair.pair.a.body, p), arm_of(pair.pair.b.body, p)});
    for (const ContactCorner& d : pair.corners)
      extent = std::max(extent, (p - d.rows.point_W).norm());
  }
  return extent > 0.0 && arm > 0.0 ? std::min(1.0, extent / arm) : 1.0;
}

Bond bond_of(const TouchingPair& pair, const ContactCorner& corner) {
  return {pair.pair, on_half_space(pair.pair) ? corner.corner.on_B.index : 0U};
}

void note_points(EventProblem& event) {
  for (int i = 0; i < event.size(); ++i) {
    const TouchingPair& pair = event.pairs[event.pair_of[i]];
    TouchPoint point;
    point.pair = pair.pair;
    point.point_W = event.rows[i].point_W;
    point.normal_W = event.rows[i].nhat_AB_W;
    if (event.world.law == Law::Coulomb)
      point.friction = surface_of(event.world, pair.pair).friction;
    event.out.points.push_back(point);
  }
  int i = 0;
  for (const TouchingPair& pair : event.pairs) {
    for (const ContactCorner& corner : pair.corners) {
      TouchPoint& point = event.out.points[i++];
      if (corner.corner.on_A.kind == FeatureKind::Vertex) point.vertex_a = corner.corner.on_A.index;
      if (corner.corner.on_B.kind == FeatureKind::Vertex) point.vertex_b = corner.corner.on_B.index;
    }
  }
}

}  // namespace

bool grips(const World& world) {
  return world.law == Law::NoSlip || world.law == Law::NoSlipActive;
}

void fill_set(EventProblem& event) {
  std::vector<PairId> pairs;
  for (const Bond& bond : event.bonds) pairs.push_back(bond.pair);
  write_contacts(event.world, event.cluster, pairs, event.rows, event.set);
  event.set.contacts.clear();
  for (int i = 0; i < event.size(); ++i) {
    const TouchingPair& pair = event.pairs[event.pair_of[i]];
    const Surface surface = surface_of(event.world, pair.pair);
    ContactProperties properties;
    properties.friction = surface.friction;
    properties.restitution = surface.restitution;
    properties.viscosity = surface.viscous;
    properties.tangential = !on_limit(pair.pair);
    properties.bonded = properties.tangential && !contains(event.broken, event.bonds[i]);
    if (!properties.bonded) properties.viscosity = 0.0;
    if (!on_half_space(pair.pair)) properties.extent = extent_of(event, pair);
    event.set.contacts.push_back(properties);
  }
}

EventProblem make_event(const World& world, const Cluster& cluster, std::vector<TouchingPair> pairs,
                        const std::vector<Bond>& broken) {
  EventProblem event{world, cluster, std::move(pairs),     {}, {}, {},
                     {},    broken,  velocity_of(cluster), {}, 0.0};
  for (std::size_t p = 0; p < event.pairs.size(); ++p) {
    for (const ContactCorner& corner : event.pairs[p].corners) {
      event.pair_of.push_back(static_cast<int>(p));
      event.bonds.push_back(bond_of(event.pairs[p], corner));
      event.rows.push_back(corner.rows);
    }
  }
  fill_set(event);
  note_points(event);
  event.out.energy_before = energy(world, cluster);
  event.still = stop_speed(world);
  return event;
}

double speed_scale(const EventProblem& event) {
  const auto largest = [](const Eigen::VectorXd& x) {
    return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
  };
  return reach_of(event.world, event.cluster, velocity_of(event.cluster)) +
         reach_of(event.world, event.cluster, event.v_before) + largest(event.set.normal_drive) +
         largest(event.set.tangential_drive);
}

Eigen::VectorXd zero_speeds(const EventProblem& event) {
  Eigen::VectorXd zero = zero_thresholds(event.set, velocity_of(event.cluster), event.v_before,
                                         event.set.normal_drive);
  zero.array() += kSpeedRounding * speed_scale(event) + kRestSpeed;
  return zero;
}

std::optional<Refusal> bad_residual(double residual, const char* what) {
  if (residual <= kMaxResidual) return std::nullopt;
  return Refusal{
      RefusalKind::Inconsistent,
      fmt::format("the {} problem was solved only to a residual of {:.1e}", what, residual)};
}

std::optional<Refusal> break_bond(EventProblem& event, int i) {
  if (event.world.jam == OnJam::Refuse)
    return Refusal{RefusalKind::Jam,
                   "a sticking contact would have to pull, and releasing it would cause overlap"};
  if (contains(event.broken, event.bonds[i])) return std::nullopt;
  event.broken.push_back(event.bonds[i]);
  std::sort(event.broken.begin(), event.broken.end());
  event.out.jammed.push_back(event.bonds[i]);
  for (int k = 0; k < event.size(); ++k) {
    if (event.bonds[k] != event.bonds[i]) continue;
    event.set.contacts[k].bonded = false;
    event.set.contacts[k].viscosity = 0.0;
  }
  return std::nullopt;
}

std::variant<bool, Refusal> release_from_drives(EventProblem& event) {
  bool released = false;
  if (!grips(event.world) || event.set.normal_drive.isZero(0.0)) return released;
  for (int i = 0; i < event.size(); ++i) {
    const PairId& pair = event.bonds[i].pair;
    if (is_driven(event.world, pair.a.body) || is_driven(event.world, pair.b.body)) continue;
    if (!event.set.contacts[i].bonded) continue;
    if (auto refusal = break_bond(event, i)) return *refusal;
    released = true;
  }
  return released;
}

Refusal no_motion(const EventProblem& event, const char* what) {
  std::string reason = fmt::format("the {} could not be solved", what);
  if (!event.set.normal_drive.isZero(0.0) || !event.set.tangential_drive.isZero(0.0))
    reason += ": driven bodies push against what cannot give way";
  return {RefusalKind::Inconsistent, reason};
}

std::vector<int> resting_contacts(const EventProblem& event) {
  const Eigen::VectorXd speeds = normal_speeds(event.set, velocity_of(event.cluster));
  const Eigen::VectorXd zero = zero_speeds(event);
  std::vector<int> members;
  for (int i = 0; i < speeds.size(); ++i)
    if (speeds[i] <= zero[i]) members.push_back(i);
  return members;
}

std::vector<int> sliding_contacts(const EventProblem& event) {
  std::vector<int> sliding;
  if (!grips(event.world)) return sliding;
  const Eigen::VectorXd v = velocity_of(event.cluster);
  const Eigen::VectorXd speeds = normal_speeds(event.set, v);
  const Eigen::VectorXd slips = tangential_speeds(event.set, v);
  const Eigen::VectorXd zero = zero_speeds(event);
  const double most = kSlidingShare * speed_scale(event) + kRestSpeed;
  for (int i = 0; i < event.size(); ++i)
    if (event.set.contacts[i].bonded && speeds[i] <= zero[i] &&
        slips.segment<2>(2 * i).norm() > most)
      sliding.push_back(i);
  return sliding;
}

std::optional<Refusal> break_sliding_bonds(EventProblem& event) {
  for (const int i : sliding_contacts(event))
    if (auto refusal = break_bond(event, i)) return refusal;
  return std::nullopt;
}

ContactSet part_of(const ContactSet& set, const std::vector<int>& members) {
  const int count = static_cast<int>(members.size());
  ContactSet part{set.mass,
                  Eigen::MatrixXd(count, set.N.cols()),
                  Eigen::MatrixXd(2 * count, set.N.cols()),
                  {},
                  Eigen::VectorXd(count),
                  Eigen::VectorXd(2 * count)};
  for (int k = 0; k < count; ++k) {
    part.N.row(k) = set.N.row(members[k]);
    part.T.middleRows<2>(2 * k) = set.T.middleRows<2>(2 * members[k]);
    part.contacts.push_back(set.contacts[members[k]]);
    part.normal_drive[k] = set.normal_drive[members[k]];
    part.tangential_drive.segment<2>(2 * k) = set.tangential_drive.segment<2>(2 * members[k]);
  }
  return part;
}

void take_impulses(EventProblem& event, const Impact& impact) {
  event.out.residual = std::max(event.out.residual, impact.residual);
  event.out.indeterminate |= impact.indeterminate_split || impact.indeterminate_motion;
  for (int i = 0; i < event.size(); ++i) {
    const ContactRows& rows = event.rows[i];
    const auto impulse = [&](const Eigen::VectorXd& normal, const Eigen::VectorXd& tangential) {
      return Vector3(normal[i] * rows.nhat_AB_W + tangential[2 * i] * rows.tangents_W[0] +
                     tangential[2 * i + 1] * rows.tangents_W[1]);
    };
    TouchPoint& point = event.out.points[i];
    const Vector3 whole = impulse(impact.normal, impact.tangential);
    const bool phases = impact.compression_normal.size() > 0;
    point.impulse_W += whole;
    point.compression_W +=
        phases ? impulse(impact.compression_normal, impact.compression_tangential) : whole;
    if (phases) point.restitution = impact.restitution_factor * event.set.contacts[i].restitution;
  }
  if (impact.compression_normal.size() > 0 && impact.compression_normal != impact.normal) {
    const Eigen::VectorXd added = event.set.mass.solved(
        event.set.N.transpose() * (impact.normal - impact.compression_normal) +
        event.set.T.transpose() * (impact.tangential - impact.compression_tangential));
    event.out.expansion = event.out.expansion.size() > 0 ? event.out.expansion + added : added;
  }
  set_velocity(event.cluster, impact.v);
}

void refresh_rows(EventProblem& event) {
  int i = 0;
  for (TouchingPair& pair : event.pairs) {
    if (on_limit(pair.pair)) {
      event.rows[i++] = pair.corners.front().rows =
          limit_rows(event.world, event.cluster, pair.pair);
      continue;
    }
    const BodyMotion A = motion_of(event.world, event.cluster, pair.pair.a.body);
    const BodyMotion B = motion_of(event.world, event.cluster, pair.pair.b.body);
    for (ContactCorner& corner : pair.corners) {
      corner.rows = corner_rows(placed(event.world, event.cluster, pair.pair), pair.axis,
                                corner.corner, A, B);
      event.rows[i++] = corner.rows;
    }
  }
}

}  // namespace rigor
