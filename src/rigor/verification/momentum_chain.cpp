// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/extent.hpp>
#include <rigor/verification/momentum_chain.hpp>

namespace rigor::verification {
namespace {

using trace::Time;

/// The first force that begins on the segment. None that began earlier acts on it: forces lie
/// inside one segment of each body (a rule of contact_laws.hpp and joint_laws.hpp).
template <class Felts>
std::size_t first_force(const Felts& felts, const trace::Segment& segment) {
  const auto before = [&](const auto& felt) { return felt.force->begin < segment.start; };
  return static_cast<std::size_t>(std::partition_point(felts.begin(), felts.end(), before) -
                                  felts.begin());
}

/// A bound of rotated(q, r) along a path.
Real reach_of(const trace::Segment& path, const Vec& r) {
  return 4 * size_of(path.quaternion) * size_of(path.quaternion) * norm(r);
}

/// Adds a force with its arm about the centre of mass.
void add_force(const Growth& force, Real size, const Growth& arm, Real length, Acting& all) {
  all.push += size;
  all.lever += length * size;
  all.forces_growth = all.forces_growth + force;
  all.moments_growth = all.moments_growth + force * arm;
}

/// Adds a force at a point r of another body, which moves along a segment.
void add_force_at(const Mover& mover, const Stretch& stretch, const trace::Segment& path,
                  const Vec& r, const Growth& force, Real size, Acting& all) {
  const trace::Segment& segment = stretch.segment;
  const PlaceGrowth growth = growth_of(path, stretch.length());
  all.squares = all.squares + growth.quaternion * growth.quaternion;
  all.highest = std::max({all.highest, degree_of(path.position), degree_of(path.quaternion)});
  add_force(force, size, growth.position + growth.rotated(spread(r)) + mover.centre(all.own),
            size_of(path.position) + size_of(segment.position) + reach_of(path, r) +
                reach_of(segment, mover.com),
            all);
}

/// Bounds of one force at one of its points.
void add_point(const Mover& mover, const Stretch& stretch, const Felt& felt,
               const trace::ForcePoint& point, Acting& all) {
  const trace::Segment& segment = stretch.segment;
  const Real size = size_of(point.force);
  const Real share = stretch.length() / felt.force->length;
  const Growth force = Growth::of(sizes_of(point.force), share);
  const Carrier carrier = carrier_of(*felt.force, point);
  all.highest = std::max({all.highest, degree_of(point.force), degree_of(point.path)});
  if (carrier.vertex == trace::kWorld) {
    add_force(force, size, Growth::of(sizes_of(point.path), share) + mover.centre(all.own),
              size_of(point.path) + size_of(segment.position) + reach_of(segment, mover.com), all);
    return;
  }
  const Vec r = vec(
      mover.trace.bodies[carrier.piece.body].pieces[carrier.piece.piece].vertices[carrier.vertex]);
  if (carrier.piece.body == mover.body) {
    const Vec arm = r - mover.com;
    add_force(force, size, all.own.rotated(spread(arm)), reach_of(segment, arm), all);
    return;
  }
  if (all.others.back() == nullptr)
    all.others.back() = segment_over(mover.courses[carrier.piece.body], stretch.begin, stretch.end);
  if (all.others.back() == nullptr)
    all.known = false;
  else
    add_force_at(mover, stretch, *all.others.back(), r, force, size, all);
}

/// Bounds of one joint's force.
void add_joint(const Mover& mover, const Stretch& stretch, const Pulled& pulled, Acting& all) {
  const trace::JointForce& record = *pulled.force;
  const trace::Joint& joint = mover.trace.joints[record.joint];
  const trace::Segment* child =
      segment_over(mover.courses[joint.child], stretch.begin, stretch.end);
  all.joints.push_back(pulled);
  all.children.push_back(child);
  if (child == nullptr) {
    all.known = false;
    return;
  }
  const Real share = stretch.length() / record.length;
  const Growth force = Growth::of(sizes_of(record.force), share);
  const Real size = size_of(record.force);
  all.highest = std::max({all.highest, degree_of(record.force), degree_of(record.moment)});
  if (joint.child == mover.body) {
    const Vec arm = vec(joint.anchor_child) - mover.com;
    add_force(force, size, all.own.rotated(spread(arm)), reach_of(*child, arm), all);
  } else {
    add_force_at(mover, stretch, *child, vec(joint.anchor_child), force, size, all);
  }
  all.moments_growth = all.moments_growth + Growth::of(sizes_of(record.moment), share);
  all.lever += size_of(record.moment);
}

void add_load(const Mover& mover, const trace::Load& load, const trace::Segment& segment,
              Acting& all) {
  const Real reach = 4 * size_of(segment.quaternion) * size_of(segment.quaternion);
  const Vec arm = vec(load.point) - mover.com;
  const bool turns = load.axes == trace::LoadAxes::Body;
  const Growth turning = turns ? all.own.rotated(1) : Growth::constant(1);
  Real f = 0, m = 0;
  for (const auto& x : load.forces) f = std::max(f, spread(vec(x)));
  for (const auto& x : load.moments) m = std::max(m, spread(vec(x)));
  add_force(Growth::line(f) * turning, reach * f, all.own.rotated(spread(arm)),
            reach_of(segment, arm), all);
  all.moments_growth = all.moments_growth + Growth::line(m) * turning;
  all.lever += reach * m;
}

/// The forces of joints and their moments about the centre of mass.
void add_joints(const Mover& mover, const Acting& all, const Stretch& stretch, const Place& at,
                Real after, Wrench& sum, Real& stretched) {
  for (std::size_t k = 0; k < all.joints.size(); ++k) {
    const trace::JointForce& record = *all.joints[k].force;
    const trace::Joint& joint = mover.trace.joints[record.joint];
    const Real x = 2 * (between(record.begin, stretch.begin) + after) / record.length - 1;
    const Vec f = all.joints[k].sign * value(record.force, x);
    sum.force = sum.force + f;
    sum.moment = sum.moment + all.joints[k].sign * value(record.moment, x);
    if (joint.child == mover.body) {
      sum.moment = sum.moment + cross(rotated(at.q, vec(joint.anchor_child) - mover.com), f);
      continue;
    }
    const trace::Segment& path = *all.children[k];
    const Place there = place_at(path, between(path.start, stretch.begin) + after);
    stretched = std::max(stretched, std::abs(norm_squared(there.q) - 1));
    sum.moment = sum.moment + cross(point_of(there, vec(joint.anchor_child)) - mover.centre(at), f);
  }
}

/// The contact forces and their moments about the centre of mass, `after` seconds from the begin.
void add_contacts(const Mover& mover, const Acting& all, const Stretch& stretch, const Place& at,
                  Real after, Wrench& sum, Real& stretched) {
  for (std::size_t k = 0; k < all.forces.size(); ++k) {
    const trace::ContactForce& record = *all.forces[k].force;
    const Real x = 2 * (between(record.begin, stretch.begin) + after) / record.length - 1;
    Place there;
    if (const trace::Segment* path = all.others[k]) {
      there = place_at(*path, between(path->start, stretch.begin) + after);
      stretched = std::max(stretched, std::abs(norm_squared(there.q) - 1));
    }
    for (const trace::ForcePoint& point : record.points) {
      const Vec f = all.forces[k].sign * value(point.force, x);
      sum.force = sum.force + f;
      const Carrier carrier = carrier_of(record, point);
      if (carrier.vertex == trace::kWorld) {
        sum.moment = sum.moment + cross(value(point.path, x) - mover.centre(at), f);
        continue;
      }
      const trace::PieceId& id = carrier.piece;
      const Vec r = vec(mover.trace.bodies[id.body].pieces[id.piece].vertices[carrier.vertex]);
      if (id.body == mover.body) {
        sum.moment = sum.moment + cross(rotated(at.q, r - mover.com), f);
        continue;
      }
      sum.moment = sum.moment + cross(point_of(there, r) - mover.centre(at), f);
    }
  }
}

}  // namespace

std::vector<Stretch> stretches(const Mover& mover, const trace::Segment& segment) {
  std::vector<Time> cuts = {segment.start, segment.end};
  const auto add = [&](const Time& t) {
    if (segment.start < t && t < segment.end) cuts.push_back(t);
  };
  const auto add_ends = [&](const auto& felts) {
    for (std::size_t k = first_force(felts, segment); k < felts.size(); ++k) {
      if (!(felts[k].force->begin < segment.end)) break;
      add(felts[k].force->begin);
      add(felts[k].force->end);
    }
  };
  add_ends(mover.records.forces);
  add_ends(mover.records.joints);
  for (const trace::Load* load : mover.records.loads)
    for (const double t : load->times)
      if (std::abs(t) < 0x1p39 && t >= 0.0) add(trace::time_from(t));
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<Stretch> all;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) all.push_back({segment, cuts[k], cuts[k + 1]});
  return all;
}

Acting acting_on(const Mover& mover, const Stretch& stretch) {
  const trace::Segment& segment = stretch.segment;
  Acting all;
  all.highest = std::max(degree_of(segment.position), degree_of(segment.quaternion));
  all.own = growth_of(segment, stretch.length());
  all.squares = all.own.quaternion * all.own.quaternion;
  const auto& forces = mover.records.forces;
  for (std::size_t k = first_force(forces, segment); k < forces.size(); ++k) {
    if (!(forces[k].force->begin < stretch.end)) break;
    if (stretch.begin < forces[k].force->begin || forces[k].force->end < stretch.end) continue;
    all.forces.push_back(forces[k]);
    all.others.push_back(nullptr);
    for (const trace::ForcePoint& point : forces[k].force->points)
      add_point(mover, stretch, forces[k], point, all);
  }
  const auto& joints = mover.records.joints;
  for (std::size_t k = first_force(joints, segment); k < joints.size(); ++k) {
    if (!(joints[k].force->begin < stretch.end)) break;
    if (stretch.begin < joints[k].force->begin || joints[k].force->end < stretch.end) continue;
    add_joint(mover, stretch, joints[k], all);
  }
  for (const trace::Load* load : mover.records.loads) add_load(mover, *load, segment, all);
  return all;
}

Gains momentum_gains(const Mover& mover, const Stretch& stretch, const Acting& acting, int least) {
  const Vec weight = mover.weight();
  const Real series = series_rounding(acting.highest);
  const Real force_error = series * (acting.push + norm(weight));
  const Real moment_error = 16 * series * acting.lever;
  const int degree = std::max(acting.forces_growth.degree_within(force_error / 4),
                              acting.moments_growth.degree_within(moment_error / 4));
  const int square_degree = acting.squares.degree_within(series);
  const int count = shared_count(std::max({degree + 1, nodes_for(square_degree), least}));
  const Real h = stretch.length();
  const Real start = static_cast<Real>(stretch.begin.base) + stretch.begin.offset;
  Nodes& nodes = thread_nodes();
  std::vector<Vec> forces, moments;
  Real force_most = 0, moment_most = 0;
  Gains out;
  for (int j = 0; j < count; ++j) {
    const Real after = h * (nodes.node(j, count) + 1) / 2;
    const Place& at = out.places.emplace_back(stretch.place(after));
    out.stretched = std::max(out.stretched, std::abs(norm_squared(at.q) - 1));
    Wrench sum{weight, {}};
    add_contacts(mover, acting, stretch, at, after, sum, out.stretched);
    add_joints(mover, acting, stretch, at, after, sum, out.stretched);
    for (const trace::Load* load : mover.records.loads) {
      const Wrench wrench = wrench_of(*load, at, mover.com, start + after);
      sum = {sum.force + wrench.force, sum.moment + wrench.moment};
    }
    forces.push_back(sum.force);
    moments.push_back(sum.moment);
    force_most = std::max(force_most, norm(sum.force));
    moment_most = std::max(moment_most, norm(sum.moment));
  }
  const auto terms = static_cast<std::size_t>(degree) + 1;
  const auto error = [&](Real value_error, const Growth& growth, Real most) {
    const Real beyond = growth.beyond(degree);
    return h * (interpolation_gain(terms) * (value_error + beyond) + beyond +
                interpolation_rounding(forces.size()) * most);
  };
  out.stretched += 2 * acting.squares.beyond(square_degree);
  out.p = integral(forces, nodes, terms);
  out.L = integral(moments, nodes, terms);
  out.p_error = error(force_error, acting.forces_growth, force_most);
  out.L_error = error(moment_error, acting.moments_growth, moment_most);
  return out;
}

}  // namespace rigor::verification
