// SPDX-License-Identifier: Apache-2.0
// The separating-axis gap of two polytopes: the largest separation along a face normal of A, a face
// normal of B or the common normal of an edge pair.
#pragma once

#include <cstdint>

#include <rigor/geometry/polytope.hpp>
#include <rigor/geometry/relative.hpp>

namespace rigor {

enum class AxisKind : std::uint8_t { FaceOfA, FaceOfB, EdgeEdge };

/// An axis and the separation along it: min over B of n·x minus max over A of n·x, metres; negative
/// if the shadows overlap.
struct SeparatingAxis {
  AxisKind kind = AxisKind::FaceOfA;
  std::uint32_t index_A = 0;           ///< face of A, or edge of A for EdgeEdge; unused for FaceOfB
  std::uint32_t index_B = 0;           ///< face of B, or edge of B for EdgeEdge; unused for FaceOfA
  Vector3 nhat_AB = Vector3::UnitZ();  ///< unit, from A to B
  double separation = 0.0;
};

/// Edges whose directions differ by less than this angle (radians) span no axis of their own: their
/// normal would be rounding noise, and the faces beside them cover the direction.
inline constexpr double kMinAxisSine = 1e-10;

/// The axis of largest separation, in A's frame; faces win ties within rounding. Axes are the
/// facets of the Minkowski difference: all faces of A and B, and edge pairs whose normal arcs
/// cross. If the polytopes overlap, -separation is the penetration depth: the shortest translation
/// of B that parts them is along nhat_AB. If they are apart, separation is a lower bound of the
/// distance, and equal to it unless the closest features are vertex-vertex or vertex-edge. Edge
/// pairs whose arcs of normals lie apart on the sphere are passed over.
SeparatingAxis best_axis(const Polytope& A, const Polytope& B, const RelativePose& X_AB);

/// The same for placed bodies; the normal is in the world frame.
SeparatingAxis best_axis(const Polytope& A, const Pose& X_WA, const Polytope& B, const Pose& X_WB);

}  // namespace rigor
