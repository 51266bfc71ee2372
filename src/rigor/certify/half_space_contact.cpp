// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/certify/half_space_contact.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

/// The part of a certificate that the levels determine.
trace::Certificate claim(const GapLevels& levels) {
  trace::Certificate certificate;
  certificate.kind = trace::CertificateKind::Plane;
  certificate.level = levels.low;
  certificate.band_low = kNoBound;
  for (const VertexBand& band : levels.exceptions) {
    certificate.level = std::min(certificate.level, band.low);
    if (band.high >= kNoBound) continue;
    certificate.kind = trace::CertificateKind::Contact;
    certificate.active.push_back(band.vertex);
    certificate.band_low = std::min(certificate.band_low, band.low);
    certificate.band_high = std::max(certificate.band_high, band.high);
  }
  if (certificate.active.empty()) certificate.band_low = 0.0;
  std::sort(certificate.active.begin(), certificate.active.end());
  return certificate;
}

}  // namespace

HalfSpaceResult certify_half_space(const VertexGap& gap, const VertexTree& vertices,
                                   const GapLevels& levels, const Clock& clock,
                                   const TimeSpan& span) {
  RIGOR_DEMAND(clock.start <= span.begin && span.begin <= span.end);
  const double from = fraction_at(clock, span.begin).lo;
  const double to = fraction_at(clock, span.end).hi;
  HalfSpaceResult result{claim(levels), first_exit(gap, vertices, levels, from, to)};
  result.certificate.begin = span.begin;
  result.certificate.end = span.end;
  if (!std::holds_alternative<StaysInside>(result.exit)) {
    const trace::Time cut = time_at_most(clock, proved_until(result.exit, from, to));
    result.certificate.end = std::max(span.begin, std::min(cut, span.end));
  }
  return result;
}

trace::Certificate named(trace::Certificate certificate, const PairNames& names,
                         const HalfSpace& half_space) {
  certificate.a = names.a;
  certificate.b = names.b;
  certificate.segment_a = names.segment_a;
  certificate.segment_b = names.segment_b;
  certificate.frame = trace::PlaneFrame::World;
  for (int i = 0; i < 3; ++i) certificate.normal[i] = half_space.normal[i];
  certificate.offset = half_space.offset;
  return certificate;
}

}  // namespace rigor
