// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/certify/plane_gap.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// The names of a pair in the trace.
struct PairNames {
  trace::PieceId a;
  trace::PieceId b;
  std::uint32_t segment_a = trace::kNoSegment;
  std::uint32_t segment_b = trace::kNoSegment;
};

/// A closed interval of instants.
struct TimeSpan {
  trace::Time begin;
  trace::Time end;
};

/// What a body keeps to a half-space: the certificate is proved on its closed interval [begin,
/// end]; `exit` says, in the path's s, what ended it.
struct HalfSpaceResult {
  trace::Certificate certificate;  ///< Contact if some exception has an upper bound, else Plane
  ExitOutcome exit;
};

/// Proves `levels` for the gap of all vertices above a half-space on `span`, which lies inside the
/// body's path, or on the first part of it: then certificate.end is just before the first exit. If
/// not even a positive time can be proved, certificate.end == span.begin and nothing is claimed.
/// `gap` is world_plane_gap(body, plane of the half-space), names.a the half-space.
HalfSpaceResult certify_half_space(const VertexGap& gap, const VertexTree& vertices,
                                   const GapLevels& levels, const Clock& clock,
                                   const TimeSpan& span);

/// Writes the names of the pair and the plane of the half-space into a certificate.
trace::Certificate named(trace::Certificate certificate, const PairNames& names,
                         const HalfSpace& half_space);

/// The surface of a half-space.
inline Plane surface(const HalfSpace& half_space) { return {half_space.normal, half_space.offset}; }

}  // namespace rigor
