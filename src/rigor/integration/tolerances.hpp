// SPDX-License-Identifier: Apache-2.0
// Every constant of this room, by the module that reads it, with its reason.
#pragma once

#include <cstddef>

namespace rigor {

// ---- accumulation -------------------------------------------------------------------------------

/// Impacts that the limit of ever smaller bounces is estimated from.
inline constexpr std::size_t kKeptImpacts = 12;

// ---- events -------------------------------------------------------------------------------------

/// Where the law begins to allow other motions is known to this: it is told 1e-9 s behind where a
/// solver that leaves 1e-9 of the accelerations unmet begins to find them.
inline constexpr double kToldWithin = 1e-8;  // s

// ---- island -------------------------------------------------------------------------------------

/// More events than this without time passing: no progress.
inline constexpr int kMaxEventsWithoutProgress = 1000;
inline constexpr double kIslandProgress = 1e-12;  // s; what counts as time passing
/// Slower than this, rounding of speeds of a few m/s may turn a slip by more than 1e-3.
inline constexpr double kTurnedByRounding = 1e-12;  // m/s

/// Speeds are put right without an event if that changes them by no more than this part of what
/// gravity gives them over the segment, so that over a run it is no more of m g T, and a few
/// hundred roundings.
inline constexpr double kQuietShare = 1e-8;
inline constexpr double kQuietRounding = 1e-13;  ///< of the speeds

// ---- simulation ---------------------------------------------------------------------------------

/// A contact that lifts at once so often at one instant is not left to the law alone.
inline constexpr int kLiftsAgain = 3;
/// Islands within this many skins of an event take part in it.
inline constexpr double kJoinSkins = 2.0;

}  // namespace rigor
