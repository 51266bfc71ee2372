// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/contact_view.hpp>
#include <rigor/verification/extent.hpp>

namespace rigor::verification {
namespace {

int quaternion_degree(const ContactSide& side) {
  return side.moves() ? degree_of(side.segment->quaternion) : 0;
}
int position_degree(const ContactSide& side) {
  return side.moves() ? degree_of(side.segment->position) : 0;
}
Real quaternion_size(const ContactSide& side) {
  return side.moves() ? size_of(side.segment->quaternion) : 1;
}
Real pace(const ContactSide& side) { return 2 / static_cast<Real>(side.segment->length); }

/// 2 vec(q̇ q̄): |q|² times the spin in world axes.
Vec world_spin(const Place& at) {
  const Vec u = {-at.q[1], -at.q[2], -at.q[3]};
  const Vec r = {at.rate[1], at.rate[2], at.rate[3]};
  return 2 * (at.q[0] * r + at.rate[0] * u + cross(r, u));
}

bool has_edges(const trace::ContactForce& force) { return force.edge_a[0] != force.edge_a[1]; }

ContactSide side_of(const trace::Trace& trace, const std::vector<Course>& courses,
                    const trace::PieceId& id, const trace::ContactForce& force) {
  ContactSide side;
  if (id.body == trace::kWorld) return side;
  side.piece = &trace.bodies[id.body].pieces[id.piece];
  side.segment = segment_over(courses[id.body], force.begin, force.end);
  if (side.segment == nullptr) return side;
  side.since = between(side.segment->start, force.begin);
  for (const trace::Triple& v : side.piece->vertices)
    side.reach = std::max(side.reach, norm(vec(v)));
  side.growth = growth_of(*side.segment, between(force.begin, force.end));
  return side;
}

/// Whether the number on file is that of the segment; bodies that nothing moves need none.
bool names(const trace::Trace& trace, const trace::PieceId& id, std::uint32_t number,
           const ContactSide& side) {
  if (id.body == trace::kWorld) return number == trace::kNoSegment;
  if (side.segment == nullptr) return false;
  const trace::BodyKind kind = trace.bodies[id.body].kind;
  const bool still = kind == trace::BodyKind::Fixed || kind == trace::BodyKind::Driven;
  return (still && number == trace::kNoSegment) || number == side.segment->index;
}

Vec vertex_of(const trace::Trace& trace, const trace::PieceId& id, std::uint32_t vertex) {
  return vec(trace.bodies[id.body].pieces[id.piece].vertices[vertex]);
}

Vec edge_of(const trace::Trace& trace, const trace::PieceId& id,
            const std::array<std::uint32_t, 2>& edge) {
  return vertex_of(trace, id, edge[1]) - vertex_of(trace, id, edge[0]);
}

}  // namespace

std::optional<ContactView> ContactView::of(const trace::Trace& trace,
                                           const std::vector<Course>& courses,
                                           const trace::ContactForce& force) {
  ContactView view;
  view.trace_ = &trace;
  view.force_ = &force;
  view.a_ = side_of(trace, courses, force.a, force);
  view.b_ = side_of(trace, courses, force.b, force);
  if (!names(trace, force.a, force.segment_a, view.a_) ||
      !names(trace, force.b, force.segment_b, view.b_))
    return std::nullopt;
  view.length_ = between(force.begin, force.end);
  int highest = 1;
  for (const ContactSide* side : {&view.a_, &view.b_})
    highest = std::max({highest, quaternion_degree(*side), position_degree(*side)});
  for (const trace::ForcePoint& point : force.points)
    highest = std::max({highest, degree_of(point.force), degree_of(point.path)});
  view.rounding_ = series_rounding(highest);
  view.choose_nodes();
  view.measure(thread_nodes());
  return view;
}

/// As many as slips need, if any matter, and the lengths of quaternions.
void ContactView::choose_nodes() {
  int degree = 0;
  for (const trace::ForcePoint& point : force_->points)
    if (point.state != trace::ContactState::Frictionless &&
        point.state != trace::ContactState::Broken)
      degree = std::max(degree, slip_growth(point).degree_within(slip_error(point)));
  for (const ContactSide* side : {&a_, &b_})
    degree = std::max(degree, side->square().degree_within(square_error(*side)));
  count_ = shared_count(nodes_for(degree));
}

void ContactView::measure(Nodes& nodes) {
  for (const ContactSide* side : {&a_, &b_}) {
    if (!side->moves()) continue;
    const Growth square = side->square();
    const int degree = square.degree_within(square_error(*side));
    for (const ContactInstant& at : at_nodes(nodes_for(degree), nodes))
      stretched_ =
          std::max(stretched_, 2.1L * std::abs(norm_squared((side == &a_ ? at.a : at.b).q) - 1));
    stretched_ += square_error(*side) + 3.1L * square.beyond(degree);
  }
}

ContactInstant ContactView::at(Real x) const {
  ContactInstant out;
  out.after = length_ * (x + 1) / 2;
  if (a_.moves()) out.a = place_at(*a_.segment, a_.since + out.after);
  if (b_.moves()) out.b = place_at(*b_.segment, b_.since + out.after);
  const trace::ContactForce& f = *force_;
  if (has_edges(f)) {
    out.normal = cross(turned(out.a.q, edge_of(*trace_, f.a, f.edge_a)),
                       turned(out.b.q, edge_of(*trace_, f.b, f.edge_b)));
  } else if (f.frame == trace::PlaneFrame::World) {
    out.normal = vec(f.normal);
  } else {
    out.normal = turned(f.frame == trace::PlaneFrame::A ? out.a.q : out.b.q, vec(f.normal));
  }
  return out;
}

const std::vector<ContactInstant>& ContactView::at_nodes(int count, Nodes& nodes) const {
  const int all = count <= count_ ? count_ : shared_count(count);
  std::vector<ContactInstant>& known = instants_[all];
  if (known.empty()) {
    known.reserve(static_cast<std::size_t>(all));
    for (int j = 0; j < all; ++j) known.push_back(at(nodes.node(j, all)));
  }
  return known;
}

/// Of the value of |q|².
Real ContactView::square_error(const ContactSide& side) const {
  return 8 * rounding_ * quaternion_size(side) * quaternion_size(side);
}

Vec ContactView::force_at(const trace::ForcePoint& point, const ContactInstant& at) const {
  return value(point.force, 2 * at.after / force_->length - 1);
}

Vec ContactView::point_at(const trace::ForcePoint& point, const ContactInstant& at) const {
  const Carrier carrier = carrier_of(*force_, point);
  if (carrier.vertex == trace::kWorld) return value(point.path, 2 * at.after / force_->length - 1);
  const Place& place = carrier.of_b ? at.b : at.a;
  return place.c + turned(place.q, vertex_of(*trace_, carrier.piece, carrier.vertex));
}

Vec ContactView::slip_at(const trace::ForcePoint& point, const ContactInstant& at) const {
  const Vec p = point_at(point, at);
  Vec slip{};
  if (b_.moves()) slip = at.b.v + cross(world_spin(at.b), p - at.b.c);
  if (a_.moves()) slip = slip - at.a.v - cross(world_spin(at.a), p - at.a.c);
  return slip;
}

Growth ContactView::force_growth(const trace::ForcePoint& point) const {
  return Growth::of(sizes_of(point.force), length_ / force_->length);
}

Growth ContactView::normal_growth() const {
  const trace::ContactForce& f = *force_;
  if (has_edges(f))
    return a_.growth.turned(spread(edge_of(*trace_, f.a, f.edge_a))) *
           b_.growth.turned(spread(edge_of(*trace_, f.b, f.edge_b)));
  const Real size = spread(vec(f.normal));
  if (f.frame == trace::PlaneFrame::World) return Growth::constant(size);
  return (f.frame == trace::PlaneFrame::A ? a_ : b_).growth.turned(size);
}

Growth ContactView::point_growth(const trace::ForcePoint& point) const {
  const Carrier carrier = carrier_of(*force_, point);
  if (carrier.vertex == trace::kWorld)
    return Growth::of(sizes_of(point.path), length_ / force_->length);
  const ContactSide& side = carrier.of_b ? b_ : a_;
  return side.growth.position +
         side.growth.turned(spread(vertex_of(*trace_, carrier.piece, carrier.vertex)));
}

Growth ContactView::slip_growth(const trace::ForcePoint& point) const {
  const Growth place = point_growth(point);
  Growth sum;
  for (const ContactSide* side : {&a_, &b_})
    if (side->moves())
      sum = sum + side->growth.velocity + side->growth.spin() * (place + side->growth.position);
  return sum;
}

/// |q|² < 2 is a rule of its own (path_rules.hpp).
Real ContactView::normal_size() const {
  const trace::ContactForce& f = *force_;
  if (!has_edges(f)) return 2 * norm(vec(f.normal));
  return 4 * norm(edge_of(*trace_, f.a, f.edge_a)) * norm(edge_of(*trace_, f.b, f.edge_b));
}

Real ContactView::normal_error() const {
  return 16 * rounding_ * (quaternion_size(a_) + quaternion_size(b_)) * normal_size();
}

Real ContactView::point_error(const trace::ForcePoint& point) const {
  const Carrier carrier = carrier_of(*force_, point);
  if (carrier.vertex == trace::kWorld) return 4 * rounding_ * size_of(point.path);
  const ContactSide& side = carrier.of_b ? b_ : a_;
  return rounding_ *
             (4 * size_of(side.segment->position) + 16 * quaternion_size(side) * side.reach) +
         stretched_ * 2 * side.reach;
}

/// Arms are at most the reach of the piece, or, at points of the other, a band more.
Real ContactView::slip_error(const trace::ForcePoint& point) const {
  Real error = 0;
  for (const ContactSide* side : {&a_, &b_}) {
    if (!side->moves()) continue;
    const Real turning = 4 * pace(*side) * slope_of(side->segment->quaternion);
    const Real arm = 2 * side->reach + 1e-6L + point_error(point);
    error += rounding_ * (pace(*side) * 4 * slope_of(side->segment->position) +
                          16 * turning * quaternion_size(*side) * arm) +
             turning * (4 * stretched_ * arm + point_error(point));
  }
  return error;
}

}  // namespace rigor::verification
