// SPDX-License-Identifier: Apache-2.0
// The nearest point of the Minkowski difference B - A to the origin, by descent over simplices of
// vertex pairs (Gilbert, Johnson, Keerthi 1988): in double to get near, in double-double to arrive.
#pragma once

#include <array>
#include <cstdint>

#include <rigor/geometry/polytope.hpp>
#include <rigor/geometry/relative.hpp>

namespace rigor {

/// Two polytopes in A's coordinates.
struct Pair {
  const Polytope& A;
  const Polytope& B;
  RelativePose X_AB;

  const Vector3& a(std::uint32_t v) const { return A.vertices()[v]; }
  Vector3 b(std::uint32_t v) const { return X_AB * B.vertices()[v]; }
};

struct VertexPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;

  bool operator==(const VertexPair&) const = default;
};

enum class DescentEnd : std::uint8_t {
  Bracketed,  ///< the bounds agree to the tolerance
  Stalled,    ///< no further descent is possible in this precision
  AtOrigin,   ///< the bodies share a point: the origin is inside, or nearer than the tolerance
  OutOfSteps,
};

struct Descent {
  DescentEnd end = DescentEnd::OutOfSteps;
  std::array<VertexPair, 4> simplex{};
  std::array<double, 4> weight{};  ///< of the simplex points in the nearest point
  int count = 0;
  Vector3 direction = Vector3::UnitZ();  ///< unit, from A to B, A's frame
  VertexPair extreme;                    ///< support vertices of A and B that face each other
  double lower = 0.0;                    ///< separation of the supporting planes, metres
  double upper = 0.0;                    ///< distance of the nearest points found, metres
  int steps = 0;
};

/// Starts from the simplex in `start` (count >= 1). `tolerance` in metres.
Descent descend_fast(const Pair& pair, Descent start, double tolerance);

/// The same in double-double: the rounded vertices are taken as exact and the direction is good to
/// the last digit of double at any gap.
Descent descend_accurately(const Pair& pair, Descent start, double tolerance);

/// The vertices of A and B that face each other along `direction` (A's frame), searched from
/// `near`.
VertexPair facing_vertices(const Pair& pair, const Vector3& direction, const VertexPair& near);

}  // namespace rigor
