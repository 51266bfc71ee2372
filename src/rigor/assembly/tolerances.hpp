// SPDX-License-Identifier: Apache-2.0
// Every constant of this room that is not part of an interface, by the module that reads it, with
// its reason.
#pragma once

namespace rigor {

// ---- drive --------------------------------------------------------------------------------------

/// A motion without end is published in pieces of at most this many seconds.
inline constexpr double kLongestDrivePiece = 8.0;
/// Pieces are halved until a degree is good enough; below this length the highest one does.
inline constexpr double kShortestDrivePiece = 1e-6;  // s
/// Coefficients below this fraction of the largest are rounding.
inline constexpr double kDriveRounding = 0x1p-51;
/// The polynomial reaches this much further than its piece, so that clocks that start later and
/// end with it stay inside in exact arithmetic.
inline constexpr double kLongerDrive = 1.0 + 0x1p-36;

// ---- loop_space ---------------------------------------------------------------------------------

/// Rows with no larger entries are the rounding of zero: entries are lever arms, or one.
inline constexpr double kNoLoopRow = 1e-10;
/// What is left of a row is the rounding of zero if it is no larger part of it: loops bear all of
/// it. A law that divides by it would give impulses of any size.
inline constexpr double kAllBorne = 1e-13;

// ---- world --------------------------------------------------------------------------------------

/// The latest instant a run may reach if nothing else stops it.
inline constexpr double kFarHorizon = 0x1p30;  // s

}  // namespace rigor
