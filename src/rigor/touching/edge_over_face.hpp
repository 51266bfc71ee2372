// SPDX-License-Identifier: Apache-2.0
// An edge across a face of the other body. Where two edges cross, one of them may lie over a face
// beside the other as flat as the band tells, and then crosses the rim of that face twice:
//
//              rim  |             | rim
//     --------------X=============X--------------  edge of the other body
//                   |    face     |
//
// Its ends reach far beyond the face, and tilts that the band does not show bring one of them below
// the plane of the face: then the axis of one of the crossings separates the bodies best, and knows
// nothing of the other one.
#pragma once

#include <optional>
#include <vector>

#include <rigor/contact/corner_rows.hpp>
#include <rigor/touching/sides.hpp>

namespace rigor {

struct EdgeOverFace {
  AxisReading face;
  std::vector<ContactCorner> corners;  ///< the two crossings, without their rows
};

/// The crossings of an edge with the rim of a face, of which the axis of two edges is one, if both
/// are within δ(1 + β) and to bring both to one height would hardly move a body that can move.
std::optional<EdgeOverFace> edge_over_face(const World& world, const PairId& pair,
                                           const PlacedPair& at, const PairAxis& edges);

}  // namespace rigor
