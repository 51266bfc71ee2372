// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// A pair that touches: the axis that stands for it and the clipped corners of its manifold. They
/// decide which mode starts and when it ends; they are not what the mode keeps.
struct TouchingPair {
  PairId pair;
  AxisReading axis;
  std::vector<ContactCorner> corners;
};

/// The pairs of the cluster with half-spaces, and those of `near`, whose gap is at most δ(1 + β) or
/// that are in `mode`, ordered by pair. `near` must contain every other pair of the cluster's
/// pieces that may be that close. The axis of a pair in the mode is kept if it is within β δ / 2 of
/// the best.
std::vector<TouchingPair> touching_pairs(const World& world, const Cluster& cluster,
                                         const std::vector<PairId>& near,
                                         const std::vector<ActiveContact>& mode);

/// The corners of the manifold along the axis, whatever the gap; empty if the footprints do not
/// meet.
std::vector<ContactCorner> corners_along(const World& world, const Cluster& cluster,
                                         const PairId& pair, const AxisReading& axis);

/// The smooth gap function that a corner is.
ContactId corner_id(const World& world, const Cluster& cluster, const TouchingPair& touching,
                    const ContactCorner& corner);

/// The contacts that keep a touching pair in its mode, from the corners that carry force: one
/// corner, the ends of the edge they lie on, or all vertices of the face. On the extended plane, so
/// that sliding does not change them.
std::vector<ContactId> contacts_of_mode(const World& world, const Cluster& cluster,
                                        const TouchingPair& touching,
                                        const std::vector<int>& active);

}  // namespace rigor
