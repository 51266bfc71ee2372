// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/certify/path.hpp>
#include <rigor/certify/vertex_tree.hpp>
#include <rigor/geometry/polytope.hpp>

namespace rigor {

/// Contains the ball of `radius` metres about the body's origin for all s in [0, 1] of the path, by
/// coefficient sums and rounded outwards.
Aabb ball_box(const BodyPath& path, double radius);

/// Contains all vertices for all s in [0, 1]; never larger than the ball's box. Requires a proper
/// rotation.
Aabb swept_box(const BodyPath& path, const VertexTree& vertices);

/// Certificate C1: the boxes are more than `level` apart along some axis, so everything inside them
/// is, for all time they stand for. The checker derives it by itself, so no certificate is filed.
bool boxes_apart(const Aabb& a, const Aabb& b, double level);

/// The same for the solid half-space { x : normal·x <= offset } and a box.
bool box_above(const Vector3& normal, double offset, const Aabb& box, double level);

}  // namespace rigor
