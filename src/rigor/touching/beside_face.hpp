// SPDX-License-Identifier: Apache-2.0
// A vertex just beside a face. The axis of a pair is the normal of a face, but the one vertex in
// the band lies outside the face, so that the footprints do not meet. Mostly an edge that nearly
// lies in the face's plane runs from the vertex across an edge of the face:
//
//        vertex *--------------- edge of the other body, rising by less than the band over
//            |  :                the part that overhangs
//            |  +===== face of the carrier, seen from its side
//
// The bodies touch where the two edges cross, and that crossing is an axis as good as the face's to
// a small part of the band. Where no edge crosses, the vertex itself stands for the pair.
#pragma once

#include <rigor/contact/corner_rows.hpp>
#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// The vertex in the band of the axis (of a face) that is nearest to the face.
std::uint32_t vertex_beside(const World& world, const PlacedPair& pair, const AxisReading& axis);

/// The best axis of an edge at the vertex and an edge of the face that cross, if one separates as
/// well as the face.
std::optional<AxisReading> crossing_beside(const World& world, const PlacedPair& pair,
                                           const AxisReading& axis, std::uint32_t vertex);

/// The vertex itself above the face's plane.
ContactCorner corner_beside(const World& world, const Cluster& cluster, const PairId& id,
                            const AxisReading& axis, std::uint32_t vertex);

}  // namespace rigor
