// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/contact_bounds.hpp>
#include <rigor/verification/extent.hpp>

namespace rigor::verification {
namespace {

int quaternion_degree(const ContactSide& side) {
  return side.moves() ? degree_of(side.segment->quaternion) : 0;
}
int position_degree(const ContactSide& side) {
  return side.moves() ? degree_of(side.segment->position) : 0;
}

/// 2 vec(q̇ q̄): |q|² times the spin in world axes.
Vec world_spin(const Place& at) {
  const Vec u = {-at.q[1], -at.q[2], -at.q[3]};
  const Vec r = {at.rate[1], at.rate[2], at.rate[3]};
  return 2 * (at.q[0] * r + at.rate[0] * u + cross(r, u));
}

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
      degree = std::max(degree, slip_growth(*this, point).degree_within(slip_error(*this, point)));
  for (const ContactSide* side : {&a_, &b_})
    degree = std::max(degree, side->square().degree_within(square_error(*this, *side)));
  count_ = shared_count(nodes_for(degree));
}

void ContactView::measure(Nodes& nodes) {
  for (const ContactSide* side : {&a_, &b_}) {
    if (!side->moves()) continue;
    const Growth square = side->square();
    const int degree = square.degree_within(square_error(*this, *side));
    for (const ContactInstant& at : at_nodes(nodes_for(degree), nodes))
      stretched_ =
          std::max(stretched_, 2.1L * std::abs(norm_squared((side == &a_ ? at.a : at.b).q) - 1));
    stretched_ += square_error(*this, *side) + 3.1L * square.beyond(degree);
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
  Vec slip = belt_of(*this);
  if (b_.moves()) slip = slip + at.b.v + cross(world_spin(at.b), p - at.b.c);
  if (a_.moves()) slip = slip - at.a.v - cross(world_spin(at.a), p - at.a.c);
  return slip;
}

}  // namespace rigor::verification
