// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <variant>

#include <rigor/certify/path.hpp>
#include <rigor/certify/vertex_tree.hpp>

namespace rigor {

/// The gaps of all points of one body against one moving plane: for the body point r
/// weight(s) normal_length gap_r(s) = constant(s) + slope(s)·r, gap in metres and weight > 0.
/// Planes in the world, in the other body and spanned by two edges all have this form.
struct VertexGap {
  ChebModel constant;
  ModelVector slope;
  ChebModel weight;
  Interval normal_length{1.0, 1.0};  ///< contains the length of the plane's stored normal
};

/// constant + slope·r - level * weight * normal_length: positive exactly where the gap of r exceeds
/// `level` (the length of the normal is taken at the end that makes the claim stronger).
ChebModel excess(const VertexGap& gap, const Vector3& r, double level);
/// Positive exactly where the gap of r is below `level`.
ChebModel deficit(const VertexGap& gap, const Vector3& r, double level);

/// The gap of r at s in plain doubles.
double gap_at(const VertexGap& gap, const Vector3& r, double s);

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// What one vertex must keep: low < gap < high (metres); a bound that is not finite asks nothing.
struct VertexBand {
  std::uint32_t vertex = 0;
  double low = 0.0;
  double high = kNoBound;
};

/// Every vertex must keep gap > low, except those with a band of their own.
struct GapLevels {
  double low = 0.0;
  std::span<const VertexBand> exceptions;
};

enum class Bound : std::uint8_t { Low, High };

/// All vertices keep their levels on the whole interval, proved.
struct StaysInside {};
/// All keep their levels on [from, lo], and this vertex has left at hi > lo; both proved.
struct Leaves {
  std::uint32_t vertex = 0;
  Bound bound = Bound::Low;
  double lo = 0.0;
  double hi = 0.0;
};
/// All keep their levels on [from, lo] (if lo > from), where this vertex is so close to its level
/// that neither side can be proved.
struct Grazes {
  std::uint32_t vertex = 0;
  Bound bound = Bound::Low;
  double lo = 0.0;
};
/// This vertex is outside at `from`, proved.
struct StartsOutside {
  std::uint32_t vertex = 0;
  Bound bound = Bound::Low;
};
using ExitOutcome = std::variant<StaysInside, Leaves, Grazes, StartsOutside>;

/// The first exit of any vertex on [from, to] inside [0, 1]. Needs no more than a box test for
/// groups of vertices that stay well above.
ExitOutcome first_exit(const VertexGap& gap, const VertexTree& tree, const GapLevels& levels,
                       double from, double to);

/// The end of what an exit search proved: lo, or `to`.
double proved_until(const ExitOutcome& outcome, double from, double to);

}  // namespace rigor
