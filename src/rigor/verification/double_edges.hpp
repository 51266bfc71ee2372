// SPDX-License-Identifier: Apache-2.0
// Proofs in doubles that the common normal of two edges keeps two pieces apart (certificate C3).
// What they do not prove is left to the integers of edge_edge.hpp.
#pragma once

#include <rigor/verification/double_separation.hpp>

namespace rigor::verification {

/// Edge (a0, a1) of piece a, edge (b0, b1) of piece b, and the sign that makes N = sign (R_a (a1 -
/// a0)) x (R_b (b1 - b0)) point from a to b. The indices must exist.
struct DoubleEdgePair {
  DoublePiece a;
  DoublePiece b;
  std::array<std::uint32_t, 2> edge_a{};
  std::array<std::uint32_t, 2> edge_b{};
  int sign = 1;
};

/// What a certificate says of its edges.
struct EdgeClaim {
  double level = 0.0;
  double slack = 0.0;
  double band_low = 0.0;
  double band_high = 0.0;  ///< no band if this is not positive
};

/// Whether it is proved on the whole span that N never vanishes, that the edges are more than
/// `level` apart along N (and within the band, if there is one), and that no vertex lies more than
/// `slack` beyond its edge. `gap` learns of it only then.
bool proves_edges_apart(const DoubleEdgePair& pair, const EdgeClaim& claim,
                        const DoubleStage& stage, Gap& gap);

}  // namespace rigor::verification
