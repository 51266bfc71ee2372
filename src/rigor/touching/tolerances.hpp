// SPDX-License-Identifier: Apache-2.0
// Every constant of this room, by the module that reads it, with its reason. Lengths come in skins
// and bands.
#pragma once

#include <rigor/assembly/options.hpp>

namespace rigor {

// ---- rim ----------------------------------------------------------------------------------------

/// Angles that a rim need not turn by: this many skins over its length, and this many times the
/// sine below which edges count as parallel.
inline constexpr double kSkinsPerAngle = 100.0;
inline constexpr double kParallels = 10.0;
inline constexpr double kNearlyFarthest = 1.0 - 1e-6;  ///< so that even rims are thinned evenly

// ---- separating_plane ---------------------------------------------------------------------------

/// Normals that differ by less than this (rad) count as one plane: faces that are nearly flush.
inline constexpr double kParallelFaces = 1e-2;

// ---- sides --------------------------------------------------------------------------------------

/// Heights computed in two ways differ by less than this fraction of the lengths that they are sums
/// of: a few thousand roundings.
inline constexpr double kRoundedHeight = 1e-12;
/// Of the axis of two edges: what its proof rounds by, as a fraction of lengths, and the share of
/// the band that this may take.
inline constexpr double kNormalRounding = 0x1p-50;
inline constexpr double kNormalShare = 0.5;

// ---- strip --------------------------------------------------------------------------------------

/// Corners further beside the edge than this part of its length are not of its line, and one at
/// which the clip turns by less than this (sine) is between its neighbours: ten times the sine
/// below which the rows of crossing edges are those of one plane.
inline constexpr double kStraightTurn = 1e-3;

// ---- touching -----------------------------------------------------------------------------------

/// Lengths within the contact plane, as multiples of the skin: what counts as one corner, as on one
/// line, and as on the line of an edge. Features closer than that differ by less than the skin's
/// own bias.
inline constexpr double kMergeSkins = 40.0;
inline constexpr double kStraightSkins = 100.0;
inline constexpr double kOnEdge = 200.0;
/// A face that rises by less than this (sine) is in the band further from its edge than what counts
/// as one corner.
inline constexpr double kFlatRise = Tolerances::kBand / kMergeSkins;
/// Three vertices in the band are a face, all of whose vertices count, even those that a tilt
/// within the band lifts a little out of it; and so do the ends of an edge that touches in between.
inline constexpr double kFaceBands = 4.0;
/// The axis of the mode is kept if it separates the pair to this many β δ as well as the best. Less
/// than one: a vertex beside the face that sinks by β δ below its plane ends the axis, though no
/// contact has come.
inline constexpr double kKeptBands = 0.5;

}  // namespace rigor
