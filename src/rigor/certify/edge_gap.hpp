// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <rigor/certify/vertex_gap.hpp>

namespace rigor {

/// One edge of each piece, by vertices, and the sign that makes N = sign (R_a a) x (R_b b), a = a1
/// - a0 and b = b1 - b0, point from A to B.
struct EdgePair {
  std::array<std::uint32_t, 2> edge_a{};
  std::array<std::uint32_t, 2> edge_b{};
  std::int8_t sign = 1;
};

/// The polynomials of a certificate C3. All are times w = |q_a|² |q_b|²; |N| is not a polynomial,
/// so it is enclosed: with m = w|N| at one instant, w|N| <= (w²N·N / m + m) / 2 for all time.
struct EdgeGap {
  EdgePair edges;
  ChebModel distance;         ///< w N·(p_b - p_a) for points on the two edges
  ChebModel normal_squared;   ///< w² N·N
  double normal_size = 0.0;   ///< m, taken where the bound should be sharp
  double normal_least = 0.0;  ///< a proof stops when w|N| falls below it; > 0
  VertexGap
      below_a;  ///< how far a point of A stays below its edge's plane, metres, at most doubled
  VertexGap
      above_b;  ///< how far a point of B stays above its edge's plane, metres, at most doubled
};

/// The separation along N must stay in (low, high), and no vertex may reach more than `slack`
/// beyond its own edge's plane towards the other piece; metres.
struct EdgeLevels {
  double low = 0.0;
  double high = kNoBound;
  double slack = 0.0;
};

/// The vertices of the two pieces.
struct PiecePair {
  const VertexTree& a;
  const VertexTree& b;
};

/// Both paths over one clock; m is taken at `at`. Edges must not be parallel there: normal_size
/// must come out positive, which the caller checks.
EdgeGap edge_gap(const BodyPath& a, const BodyPath& b, const PiecePair& pieces,
                 const EdgePair& edges, const Interval& from_at);

/// What ended a proof about an edge pair.
enum class EdgeExit : std::uint8_t { None, Low, High, Parallel, Side };

/// The levels hold on [from, until], proved (nothing is, if until == from). If `reason` is Low or
/// High and hi > until, the separation may have left by hi.
struct EdgeOutcome {
  EdgeExit reason = EdgeExit::None;
  double until = 0.0;
  double hi = 0.0;
};

/// How long the levels hold from `from`. Stops also when |N| has halved (Parallel): take a new m
/// there.
EdgeOutcome first_edge_exit(const EdgeGap& gap, const PiecePair& pieces, const EdgeLevels& levels,
                            double from, double to);

}  // namespace rigor
