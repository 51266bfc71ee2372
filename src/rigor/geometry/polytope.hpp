// SPDX-License-Identifier: Apache-2.0
// Convex polytopes with their full adjacency. The vertex list is the shape; faces, edges and
// neighbours are derived from it and are hints wherever a proof is at stake.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <rigor/spatial/pose.hpp>
#include <rigor/spatial/vector.hpp>

namespace rigor {

/// Limits on input, in metres. World coordinates stay below 1e4 m so that rounding (1e-12 m there)
/// stays four orders below the contact skin; bodies below 1e-6 m would not be larger than it.
inline constexpr double kMaxCoordinate = 1e4;
inline constexpr double kMinExtent = 1e-6;
inline constexpr std::size_t kMaxPoints =
    20000;  ///< keeps the O(vertices x faces) checks in seconds
/// A body thinner than this fraction of its length counts as flat: its face normals would be known
/// to fewer than 7 digits.
inline constexpr double kMinThinness = 1e-9;
/// Points closer than this fraction of the extent are duplicates: a hull through both would have
/// faces made of rounding errors.
inline constexpr double kDuplicateDistance = 1e-12;

/// An undirected edge, stored with tail < head. Seen from outside and looking from tail to head,
/// `left` and `right` are the faces on either side.
struct Edge {
  std::uint32_t tail = 0;
  std::uint32_t head = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;
};

/// A flat face: every vertex of the polytope is at normal·x <= offset to rounding.
struct Face {
  Vector3 normal = Vector3::UnitZ();    ///< outward, unit
  double offset = 0.0;                  ///< metres
  std::vector<std::uint32_t> vertices;  ///< counter-clockwise from outside, smallest index first
};

/// Axis-aligned box.
struct Aabb {
  Vector3 lower = Vector3::Zero();
  Vector3 upper = Vector3::Zero();
};

/// Points of the input that are no vertices.
struct DroppedPoints {
  std::size_t duplicates = 0;  ///< of an earlier point
  std::size_t interior = 0;    ///< not extreme: inside, or inside a face or an edge
};

struct PolytopeError;

/// A bounded convex polytope with interior, given in its body's frame.
/// Invariant: convex and closed; faces point outward; every vertex is extreme; each edge has two
/// faces and V - E + F = 2. Vertices keep the caller's order; edges are sorted by (tail, head) and
/// faces by their cycles, so equal input gives equal numbering.
class Polytope {
 public:
  const std::vector<Vector3>& vertices() const { return vertices_; }
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Face>& faces() const { return faces_; }

  /// Vertices joined to v by an edge, counter-clockwise about v seen from outside.
  std::span<const std::uint32_t> neighbours(std::size_t v) const { return around(neighbours_, v); }
  /// Edge i of v joins it to neighbour i.
  std::span<const std::uint32_t> edges_at(std::size_t v) const { return around(edges_at_, v); }
  /// Face i of v lies between neighbours i and i + 1.
  std::span<const std::uint32_t> faces_at(std::size_t v) const { return around(faces_at_, v); }

  /// Largest distance of a vertex from the origin of the body's frame, metres.
  double circumradius() const { return circumradius_; }
  /// Length of the diagonal of the bounding box, metres: the scale of rounding errors.
  double extent() const { return (aabb_.upper - aabb_.lower).norm(); }
  const Aabb& aabb() const { return aabb_; }

  const DroppedPoints& dropped() const { return dropped_; }

 private:
  friend std::variant<Polytope, PolytopeError> make_polytope(std::span<const Vector3> points);
  using Cycles = std::vector<std::vector<std::uint32_t>>;

  Polytope(std::vector<Vector3> vertices, const Cycles& cycles);
  void add_edges();
  void add_circulation();
  bool consistent() const;
  std::span<const std::uint32_t> around(const std::vector<std::uint32_t>& list,
                                        std::size_t v) const {
    return std::span(list).subspan(first_[v], first_[v + 1] - first_[v]);
  }

  std::vector<Vector3> vertices_;
  std::vector<Edge> edges_;
  std::vector<Face> faces_;
  std::vector<std::uint32_t> first_;  ///< vertex v owns entries first_[v] .. first_[v + 1] below
  std::vector<std::uint32_t> neighbours_;
  std::vector<std::uint32_t> edges_at_;
  std::vector<std::uint32_t> faces_at_;
  Aabb aabb_;
  double circumradius_ = 0.0;
  DroppedPoints dropped_;
};

/// The rule that the input broke.
enum class PolytopeRule : std::uint8_t {
  AtLeastFourPoints,    ///< fewer than 4 distinct points
  AtMostMaxPoints,      ///< more than kMaxPoints
  Finite,               ///< a coordinate is NaN or infinite
  WithinMaxCoordinate,  ///< a coordinate exceeds kMaxCoordinate
  AtLeastMinExtent,     ///< all points within kMinExtent
  NotFlat,              ///< thinner than kMinThinness times its length
  PositiveSize,         ///< a dimension or count asked of a solid is not positive, or too small
  CleanHull,            ///< the hull of the points is not a closed convex surface to rounding
};

struct PolytopeError {
  PolytopeRule rule = PolytopeRule::AtLeastFourPoints;
  std::string message;    ///< the rule, the value met and the limit, for people
  std::size_t point = 0;  ///< index of the offending point for Finite and WithinMaxCoordinate
};

using PolytopeResult = std::variant<Polytope, PolytopeError>;

/// The convex hull of the points, coplanar triangles merged into faces.
PolytopeResult make_polytope(std::span<const Vector3> points);

/// The polytope of a result that cannot be an error; ends the program otherwise.
Polytope unwrap(PolytopeResult result);

/// Bounding box of the placed polytope in the frame W.
Aabb aabb(const Polytope& polytope, const Pose& X_WB);

}  // namespace rigor
