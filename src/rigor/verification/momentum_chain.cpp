// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/momentum_chain.hpp>

namespace rigor::verification {
namespace {

using trace::Time;

/// The first force that begins on the segment. None that began earlier acts on it: forces lie
/// inside one segment of each body (a rule of contact_laws.hpp).
std::size_t first_force(const BodyRecords& records, const trace::Segment& segment) {
  const auto before = [&](const Felt& felt) { return felt.force->begin < segment.start; };
  return static_cast<std::size_t>(
      std::partition_point(records.forces.begin(), records.forces.end(), before) -
      records.forces.begin());
}

/// Bounds of one force at one of its points.
void add_point(const Mover& mover, const Stretch& stretch, const Felt& felt,
               const trace::ForcePoint& point, Acting& all) {
  const trace::Segment& segment = stretch.segment;
  const Real size = size_of(point.force);
  const Carrier carrier = carrier_of(*felt.force, point);
  all.push += size;
  all.highest = std::max({all.highest, degree_of(point.force), degree_of(point.path)});
  const auto add_arm = [&](int degree, Real length) {
    all.degree = std::max(all.degree, degree_of(point.force) + degree);
    all.lever += length * size;
  };
  if (carrier.vertex == trace::kWorld) {
    add_arm(std::max(degree_of(segment.position), degree_of(point.path)),
            size_of(point.path) + size_of(segment.position));
    return;
  }
  const Vec r = vec(
      mover.trace.bodies[carrier.piece.body].pieces[carrier.piece.piece].vertices[carrier.vertex]);
  const auto reach = [&](const trace::Segment& path) {
    return 4 * size_of(path.quaternion) * size_of(path.quaternion) * norm(r);
  };
  if (carrier.piece.body == mover.body) {
    add_arm(4 * degree_of(segment.quaternion), reach(segment));
    return;
  }
  const trace::Segment* path =
      segment_over(mover.courses[carrier.piece.body], stretch.begin, stretch.end);
  if (path == nullptr) {
    all.known = false;
    return;
  }
  all.others.back() = path;
  const int x = degree_of(path->position);
  const int q = degree_of(path->quaternion);
  all.highest = std::max({all.highest, x, q});
  add_arm(std::max({degree_of(segment.position), x, 4 * q}),
          size_of(path->position) + size_of(segment.position) + reach(*path));
}

void add_bounds(const trace::Load& load, const trace::Segment& segment, Acting& all) {
  const int q = degree_of(segment.quaternion);
  const Real reach = 4 * size_of(segment.quaternion) * size_of(segment.quaternion);
  Real f = 0, m = 0;
  for (const auto& x : load.forces) f = std::max(f, norm(vec(x)));
  for (const auto& x : load.moments) m = std::max(m, norm(vec(x)));
  all.push += reach * f;
  all.lever += reach * m + reach * norm(vec(load.point)) * reach * f;
  all.degree = std::max(all.degree, (load.axes == trace::LoadAxes::Body ? 8 : 4) * q + 1);
}

/// The contact forces and their moments about the centre of mass, `after` seconds from the begin.
void add_contacts(const Mover& mover, const Acting& all, const Stretch& stretch, const Place& at,
                  Real after, Wrench& sum, Real& stretched) {
  for (std::size_t k = 0; k < all.forces.size(); ++k) {
    const trace::ContactForce& record = *all.forces[k].force;
    const Real x = 2 * (between(record.begin, stretch.begin) + after) / record.length - 1;
    for (const trace::ForcePoint& point : record.points) {
      const Vec f = all.forces[k].sign * value(point.force, x);
      sum.force = sum.force + f;
      const Carrier carrier = carrier_of(record, point);
      if (carrier.vertex == trace::kWorld) {
        sum.moment = sum.moment + cross(value(point.path, x) - at.c, f);
        continue;
      }
      const trace::PieceId& id = carrier.piece;
      const Vec r = vec(mover.trace.bodies[id.body].pieces[id.piece].vertices[carrier.vertex]);
      if (id.body == mover.body) {
        sum.moment = sum.moment + cross(rotated(at.q, r), f);
        continue;
      }
      const trace::Segment& path = *all.others[k];
      const Place there = place_at(path, between(path.start, stretch.begin) + after);
      stretched = std::max(stretched, std::abs(norm_squared(there.q) - 1));
      sum.moment = sum.moment + cross(there.c + rotated(there.q, r) - at.c, f);
    }
  }
}

}  // namespace

std::vector<Stretch> stretches(const Mover& mover, const trace::Segment& segment) {
  std::vector<Time> cuts = {segment.start, segment.end};
  const auto add = [&](const Time& t) {
    if (segment.start < t && t < segment.end) cuts.push_back(t);
  };
  const auto& forces = mover.records.forces;
  for (std::size_t k = first_force(mover.records, segment); k < forces.size(); ++k) {
    if (!(forces[k].force->begin < segment.end)) break;
    add(forces[k].force->begin);
    add(forces[k].force->end);
  }
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
  const auto& forces = mover.records.forces;
  for (std::size_t k = first_force(mover.records, segment); k < forces.size(); ++k) {
    if (!(forces[k].force->begin < stretch.end)) break;
    if (stretch.begin < forces[k].force->begin || forces[k].force->end < stretch.end) continue;
    all.forces.push_back(forces[k]);
    all.others.push_back(nullptr);
    for (const trace::ForcePoint& point : forces[k].force->points)
      add_point(mover, stretch, forces[k], point, all);
  }
  for (const trace::Load* load : mover.records.loads) add_bounds(*load, segment, all);
  return all;
}

Gains momentum_gains(const Mover& mover, const Stretch& stretch, const Acting& acting,
                     Nodes& nodes) {
  const int samples = acting.degree + 1;
  const Real h = stretch.length();
  const Real start = static_cast<Real>(stretch.begin.base) + stretch.begin.offset;
  const Vec weight =
      static_cast<Real>(mover.trace.bodies[mover.body].mass) * vec(mover.trace.header.gravity);
  std::vector<Vec> forces, moments;
  Real force_most = 0, moment_most = 0;
  Gains out;
  for (int j = 0; j < samples; ++j) {
    const Real after = h * (nodes.node(j, samples) + 1) / 2;
    const Place at = stretch.place(after);
    out.stretched = std::max(out.stretched, std::abs(norm_squared(at.q) - 1));
    Wrench sum{weight, {}};
    add_contacts(mover, acting, stretch, at, after, sum, out.stretched);
    for (const trace::Load* load : mover.records.loads) {
      const Wrench wrench = wrench_of(*load, at, start + after);
      sum = {sum.force + wrench.force, sum.moment + wrench.moment};
    }
    forces.push_back(sum.force);
    moments.push_back(sum.moment);
    force_most = std::max(force_most, norm(sum.force));
    moment_most = std::max(moment_most, norm(sum.moment));
  }
  const Real series = series_rounding(acting.highest);
  const Real integration = interpolation_rounding(forces.size());
  out.p = integral(forces, nodes);
  out.L = integral(moments, nodes);
  out.p_error = h * (6 * series * (acting.push + norm(weight)) + integration * force_most);
  out.L_error = h * (96 * series * acting.lever + integration * moment_most);
  return out;
}

}  // namespace rigor::verification
