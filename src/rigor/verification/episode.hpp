// SPDX-License-Identifier: Apache-2.0
// A pair that no certificate covers for a while: plainly apart by boxes that contain the pieces
// over ever smaller parts of the time, or over the half-space's own plane.
#pragma once

#include <rigor/verification/double_motion.hpp>
#include <rigor/verification/structure.hpp>

namespace rigor::verification {

/// Boxes closer than this (metres) are refined, so that the smallest gap is not dominated by them.
inline constexpr double kComfortableDistance = 1e-6;

/// A pair during the time in which each side stays on one segment.
struct Episode {
  trace::PieceId a;
  trace::PieceId b;
  const trace::Segment* segment_a = nullptr;  ///< null for a half-space
  const trace::Segment* segment_b = nullptr;
  trace::Time begin;
  trace::Time end;
};

/// Metres, not below half the skin.
double required_distance(const Subject& subject);

/// Whether the pair is apart on the span; what is learned is noted, also if it is not.
Proof prove_apart(const Subject& subject, const Episode& episode, const Span& span, Gap& gap,
                  Counts& counts);

}  // namespace rigor::verification
