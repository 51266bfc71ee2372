// SPDX-License-Identifier: Apache-2.0
// The rim of the region that two touching faces have in common.
#pragma once

#include <rigor/touching/touching.hpp>

namespace rigor {

/// A corner of the rim that carries force, and how the rim turns there.
struct RimCorner {
  std::size_t corner = 0;  ///< of the touching pair
  RimTurn turn;
};

/// The corners of a pair of bodies that carry force, in their order; empty if it has fewer than
/// three corners or is on a half-space.
///
/// Where edges of the two bodies cross at a small angle α, their crossing runs along them at
/// v / α, and it is known to the skin over α only: no motion can follow it, and it carries next to
/// nothing, as springs are as stiff as the rim turns. Going round the rim, the turns are added up,
/// and such a crossing is left out until the turn since the last corner that was kept reaches
/// `straight_rim`; the next corner that is kept takes the sum. So the turns still add up to 2π, and
/// a rim of many small turns keeps corners all round. A rim of more than kMostCorners corners is
/// thinned alike, whatever they are.
std::vector<RimCorner> rim_corners(const World& world, const Cluster& cluster,
                                   const TouchingPair& touching);

/// Force acts at no more corners of one pair than about this many: friction around a smooth rim of
/// which the slip does not vanish is then exact to 1e-9.
inline constexpr std::size_t kMostCorners = 32;

/// The turn, rad, below which a crossing of edges of these lengths is not a place: a hundred times
/// the angle at which the skin moves it by the length of an edge, and ten times the sine below
/// which edges count as parallel.
double straight_rim(double skin, double length);

}  // namespace rigor
