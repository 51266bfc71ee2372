// SPDX-License-Identifier: Apache-2.0
// The strip of a face along an edge that touches. A face that hardly rises from its edge is inside
// the band over a strip beside the edge, and may touch there where the edge itself hangs over:
//
//     - - - - - - - - - - - - - - - - - - - - - -  where the face leaves the band
//                       ___________-----------     rim of the carrier's face, which lies above it
//     ====-----------=======================       edge of the other body, crossing the rim
//
// At the left end the edge has left the carrier, but the face is above the rim there, and in the
// band. Without that corner the body would rock about the crossing and its far end sink.
#pragma once

#include <array>

#include <rigor/contact/corner_rows.hpp>
#include <rigor/touching/sides.hpp>

namespace rigor {

struct Strip {
  double depth = 0.0;           ///< m, of a band in which the whole faces are the footprints
  double reach = 0.0;           ///< m: corners with larger gaps do not touch
  std::array<Vector3, 2> edge;  ///< its ends in the world
};

/// The strip along the axis of a face, if the other body's footprint of depth `band` is an edge
/// whose face hardly rises, and nothing but the two faces is near the plane.
std::optional<Strip> strip_of(const PlacedPair& pair, const AxisReading& axis, const Sides& sides,
                              double band);

/// Keeps the corners that touch and are on the edge or a little beside it; not those at which
/// nearly parallel edges cross between two others: what holds these holds them, and impulses of all
/// three would not be told apart.
void keep_in(const Strip& strip, std::vector<ContactCorner>& corners);

}  // namespace rigor
