// SPDX-License-Identifier: Apache-2.0
#include <rigor/verification/contact_bounds.hpp>

namespace rigor::verification {
namespace {

Real quaternion_size(const ContactSide& side) {
  return side.moves() ? size_of(side.segment->quaternion) : 1;
}

Real pace(const ContactSide& side) { return 2 / static_cast<Real>(side.segment->length); }

}  // namespace

Growth force_growth(const ContactView& view, const trace::ForcePoint& point) {
  return Growth::of(sizes_of(point.force), view.length() / view.force().length);
}

Growth normal_growth(const ContactView& view) {
  const trace::ContactForce& f = view.force();
  if (has_edges(f))
    return view.side_a().growth.turned(spread(edge_of(view.trace(), f.a, f.edge_a))) *
           view.side_b().growth.turned(spread(edge_of(view.trace(), f.b, f.edge_b)));
  const Real size = spread(vec(f.normal));
  if (f.frame == trace::PlaneFrame::World) return Growth::constant(size);
  return (f.frame == trace::PlaneFrame::A ? view.side_a() : view.side_b()).growth.turned(size);
}

Growth point_growth(const ContactView& view, const trace::ForcePoint& point) {
  const Carrier carrier = carrier_of(view.force(), point);
  if (carrier.vertex == trace::kWorld)
    return Growth::of(sizes_of(point.path), view.length() / view.force().length);
  const ContactSide& side = carrier.of_b ? view.side_b() : view.side_a();
  return side.growth.position +
         side.growth.turned(spread(vertex_of(view.trace(), carrier.piece, carrier.vertex)));
}

Growth slip_growth(const ContactView& view, const trace::ForcePoint& point) {
  const Growth place = point_growth(view, point);
  Growth sum = Growth::constant(spread(belt_of(view)));
  for (const ContactSide* side : {&view.side_a(), &view.side_b()})
    if (side->moves())
      sum = sum + side->growth.velocity + side->growth.spin() * (place + side->growth.position);
  return sum;
}

/// Of the value of |q|².
Real square_error(const ContactView& view, const ContactSide& side) {
  return 8 * view.rounding() * quaternion_size(side) * quaternion_size(side);
}

/// |q|² < 2 is a rule of its own (path_rules.hpp).
Real normal_size(const ContactView& view) {
  const trace::ContactForce& f = view.force();
  if (!has_edges(f)) return 2 * norm(vec(f.normal));
  return 4 * norm(edge_of(view.trace(), f.a, f.edge_a)) *
         norm(edge_of(view.trace(), f.b, f.edge_b));
}

Real normal_error(const ContactView& view) {
  return 16 * view.rounding() * (quaternion_size(view.side_a()) + quaternion_size(view.side_b())) *
         normal_size(view);
}

Real point_error(const ContactView& view, const trace::ForcePoint& point) {
  const Carrier carrier = carrier_of(view.force(), point);
  if (carrier.vertex == trace::kWorld) return 4 * view.rounding() * size_of(point.path);
  const ContactSide& side = carrier.of_b ? view.side_b() : view.side_a();
  return view.rounding() *
             (4 * size_of(side.segment->position) + 16 * quaternion_size(side) * side.reach) +
         view.stretched() * 2 * side.reach;
}

/// Arms are at most the reach of the piece, or, at points of the other, a band more.
Real slip_error(const ContactView& view, const trace::ForcePoint& point) {
  Real error = view.rounding() * spread(belt_of(view));
  for (const ContactSide* side : {&view.side_a(), &view.side_b()}) {
    if (!side->moves()) continue;
    const Real turning = 4 * pace(*side) * slope_of(side->segment->quaternion);
    const Real arm = 2 * side->reach + 1e-6L + point_error(view, point);
    error += view.rounding() * (pace(*side) * 4 * slope_of(side->segment->position) +
                                16 * turning * quaternion_size(*side) * arm) +
             turning * (4 * view.stretched() * arm + point_error(view, point));
  }
  return error;
}

}  // namespace rigor::verification
