// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/certificate_faults.hpp>
#include <rigor/verification/outward.hpp>

namespace rigor::verification {
namespace {

using trace::Certificate;
using trace::CertificateKind;
using trace::PlaneFrame;

/// An active contact's band must lie within these multiples of the skin.
constexpr double kBandLeast = 0.5;
constexpr double kBandMost = 2.0;

std::size_t vertex_count(const Subject& subject, const trace::PieceId& id) {
  return subject.points[id.body][id.piece].at.size();
}

/// Whether the certificate claims at least half the skin, exactly.
bool claims_enough(const Subject& subject, const Certificate& c) {
  const double slack = c.kind == CertificateKind::EdgeEdge ? c.slack : 0.0;
  const double required = up(approximate(subject.required_level) * (1.0 + 0x1p-50));
  if (down(c.level - 2.0 * slack) > required) return true;
  return Dyadic(c.level) - Dyadic(2.0) * Dyadic(slack) >= subject.required_level;
}

bool has_normal(const Certificate& c) {
  return c.normal[0] != 0.0 || c.normal[1] != 0.0 || c.normal[2] != 0.0;
}

/// Of the numbers and active vertices of a contact.
const char* fault_of_band(const Subject& subject, const Certificate& c) {
  if (c.kind == CertificateKind::Plane) return nullptr;
  const double skin = subject.trace->header.skin;
  const bool close = c.band_low >= kBandLeast * skin && c.band_high <= kBandMost * skin;
  if (!close || c.band_low > c.band_high) return "has a band that is not near the skin";
  if (c.kind == CertificateKind::EdgeEdge) return nullptr;
  const std::size_t count = vertex_count(subject, c.frame == PlaneFrame::B ? c.a : c.b);
  const bool exist =
      std::all_of(c.active.begin(), c.active.end(), [&](std::uint32_t v) { return v < count; });
  return exist ? nullptr : "names an active vertex that does not exist";
}

const char* fault_of_half_space(const Subject& subject, const Certificate& c) {
  const trace::HalfSpace& half_space = subject.trace->half_spaces[c.a.piece];
  if (c.kind == CertificateKind::EdgeEdge) return "has an edge on a half-space";
  const bool own = c.frame == PlaneFrame::World && c.normal == half_space.normal &&
                   c.offset == half_space.offset && c.speed == 0.0;
  return own ? fault_of_band(subject, c) : "does not use the half-space's own plane";
}

const char* fault_of_edges(const Subject& subject, const Certificate& c) {
  const auto good = [&](const trace::PieceId& id, const std::array<std::uint32_t, 2>& edge) {
    const std::size_t count = vertex_count(subject, id);
    return edge[0] < count && edge[1] < count && edge[0] != edge[1];
  };
  if (!good(c.a, c.edge_a) || !good(c.b, c.edge_b)) return "names an edge that does not exist";
  return c.band_high > 0.0 ? fault_of_band(subject, c) : nullptr;
}

}  // namespace

const char* certificate_fault(const Subject& subject, const Certificate& c,
                              const trace::Segment* segment_a, const trace::Segment* segment_b) {
  for (const trace::Segment* segment : {segment_a, segment_b}) {
    if (segment == nullptr) continue;
    const bool inside =
        !(c.begin < segment->start) && reaches(segment->start, segment->length, c.end);
    if (!inside) return "reaches outside a segment";
  }
  if (c.slack < 0.0) return "has a negative slack";
  if (!claims_enough(subject, c)) return "claims less than half the skin";
  if (c.a.body == trace::kWorld) return fault_of_half_space(subject, c);
  if (c.kind == CertificateKind::EdgeEdge) return fault_of_edges(subject, c);
  if (c.kind == CertificateKind::Contact && c.frame == PlaneFrame::World) {
    return "is a contact without a body that carries its plane";
  }
  return has_normal(c) ? fault_of_band(subject, c) : "has no normal";
}

}  // namespace rigor::verification
