// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/contact_band.hpp>
#include <rigor/verification/contact_bounds.hpp>
#include <rigor/verification/extent.hpp>

namespace rigor::verification {
namespace {

using trace::Certificate;
using trace::CertificateKind;
using trace::ContactForce;
using trace::PlaneFrame;

/// 1 or -1 if the two edges are the same, in the same or the other direction; else 0.
int direction(const std::array<std::uint32_t, 2>& x, const std::array<std::uint32_t, 2>& y) {
  if (x == y) return 1;
  return x[0] == y[1] && x[1] == y[0] ? -1 : 0;
}

/// Whether the certificate is about a contact with the force's normal.
bool same_normal(const Certificate& c, const ContactForce& f) {
  if (c.kind == CertificateKind::EdgeEdge)
    return has_edges(f) &&
           direction(c.edge_a, f.edge_a) * direction(c.edge_b, f.edge_b) * c.sign == 1;
  return !has_edges(f) && c.frame == f.frame && c.normal == f.normal;
}

/// Whether vertices that act over the certificate's plane are among those it keeps in the band.
bool lists_vertices(const Certificate& c, const ContactForce& f) {
  if (c.kind == CertificateKind::EdgeEdge) return true;
  return std::all_of(f.points.begin(), f.points.end(), [&](const trace::ForcePoint& point) {
    const Carrier carrier = carrier_of(f, point);
    const bool over = carrier.vertex != trace::kWorld && carrier.of_b == (c.frame != PlaneFrame::B);
    return !over || std::find(c.active.begin(), c.active.end(), carrier.vertex) != c.active.end();
  });
}

/// Of a half-space its plane.
std::vector<Feature> features_of(const trace::Trace& trace, const trace::PieceId& id) {
  if (id.body != trace::kWorld)
    return verification::features_of(trace.bodies[id.body].pieces[id.piece]);
  const Vec normal = vec(trace.half_spaces[id.piece].normal);
  const Real size = norm(normal);
  return {{{{(1 / size) * normal, trace.half_spaces[id.piece].offset / size}}, {}}};
}

/// The path of this degree through places that are off by an error and are no larger than a size;
/// beyond the degree there is no more than its growth says.
LocalPath path_through(const std::vector<Vec>& values, int degree, Real error, const Growth& growth,
                       Real size, Nodes& nodes) {
  LocalPath out{interpolant(values, nodes, static_cast<std::size_t>(degree) + 1), 0};
  const Real beyond = growth.beyond(degree);
  out.error = interpolation_gain(out.c.size()) * (error + beyond) + beyond +
              interpolation_rounding(values.size()) * size;
  return out;
}

/// The point in the frame of one of the bodies, or in the world.
LocalPath local_path(const ContactView& view, const trace::ForcePoint& point, bool of_b,
                     Nodes& nodes) {
  if (!(of_b ? view.side_b() : view.side_a()).moves()) {
    std::vector<Vec> values;
    const Growth growth = point_growth(view, point);
    const int degree = growth.degree_within(point_error(view, point));
    for (const ContactInstant& at : view.at_nodes(degree + 1, nodes))
      values.push_back(view.point_at(point, at));
    return path_through(values, degree, point_error(view, point), growth, size_of(point.path),
                        nodes);
  }
  const ContactSide& side = of_b ? view.side_b() : view.side_a();
  const trace::Segment& segment = *side.segment;
  const Growth growth = side.growth.turned(1) * (point_growth(view, point) + side.growth.position);
  const int degree = growth.degree_within(point_error(view, point) +
                                          16 * view.rounding() * size_of(segment.position));
  std::vector<Vec> values;
  Real most = 0;
  for (const ContactInstant& at : view.at_nodes(degree + 1, nodes)) {
    const Place& place = of_b ? at.b : at.a;
    values.push_back(turned(conjugate(place.q), view.point_at(point, at) - place.c));
    most = std::max(most, norm(values.back()));
  }
  const Real value_error =
      2 * point_error(view, point) +
      16 * view.rounding() * (size_of(segment.position) + size_of(segment.quaternion) * most) +
      view.stretched() * most;
  return path_through(values, degree, value_error, growth, most, nodes);
}

}  // namespace

ContactCertificates::ContactCertificates(const trace::Trace& trace,
                                         const std::vector<char>& holds) {
  for (std::size_t i = 0; i < trace.certificates.size(); ++i) {
    const Certificate& c = trace.certificates[i];
    const bool contact = c.kind == CertificateKind::Contact ||
                         (c.kind == CertificateKind::EdgeEdge && c.band_high > 0.0);
    if (holds[i] != 0 && contact) contacts_[{c.a, c.b, c.segment_a, c.segment_b}].push_back(&c);
  }
  for (auto& [key, list] : contacts_)
    std::stable_sort(list.begin(), list.end(),
                     [](const auto* x, const auto* y) { return x->begin < y->begin; });
}

bool ContactCertificates::cover(const ContactView& view) const {
  const ContactForce& force = view.force();
  const auto number = [](const ContactSide& side) {
    return side.moves() ? side.segment->index : trace::kNoSegment;
  };
  const auto found =
      contacts_.find({force.a, force.b, number(view.side_a()), number(view.side_b())});
  if (found == contacts_.end()) return false;
  trace::Time covered = force.begin;
  for (const Certificate* c : found->second) {
    if (covered < c->begin) break;
    if (c->end < covered || !same_normal(*c, force) || !lists_vertices(*c, force)) continue;
    covered = std::max(covered, c->end);
    if (force.end <= covered) return true;
  }
  return false;
}

Real misplaced_moment(const trace::Trace& trace, const ContactView& view, Real band,
                      FeatureBook& book, Nodes& nodes) {
  const ContactForce& force = view.force();
  Real sum = 0;
  for (const trace::ForcePoint& point : force.points) {
    const Carrier carrier = carrier_of(force, point);
    for (const bool of_b : {false, true}) {
      if (carrier.vertex != trace::kWorld && carrier.of_b == of_b) continue;
      const trace::PieceId& id = of_b ? force.b : force.a;
      // Over half-spaces the certificate keeps vertices in the band.
      if (id.body == trace::kWorld && carrier.vertex != trace::kWorld) continue;
      const auto [entry, fresh] = book.try_emplace(id);
      if (fresh) entry->second = features_of(trace, id);
      sum += size_of(point.force) *
             mean_distance(entry->second, local_path(view, point, of_b, nodes), band, nodes);
    }
  }
  return sum;
}

}  // namespace rigor::verification
