// SPDX-License-Identifier: Apache-2.0
// Proofs that the common normal of two edges keeps two pieces apart (certificate C3).
#pragma once

#include <rigor/verification/separation.hpp>

namespace rigor::verification {

/// Edge (a0, a1) of piece a, edge (b0, b1) of piece b, and the sign that makes N = sign (R_a (a1 -
/// a0)) x (R_b (b1 - b0)) point from a to b. The indices must exist.
struct EdgePair {
  MovingPiece a;
  MovingPiece b;
  std::array<std::uint32_t, 2> edge_a{};
  std::array<std::uint32_t, 2> edge_b{};
  int sign = 1;
};

/// Polynomials of an edge pair, each up to a positive factor that they share: with n_a, n_b the
/// norms and w the weight of the positions, normal_squared = (n_a n_b)² |N|²; distance = w n_a n_b
/// N·(p_b0 - p_a0); beyond_a and beyond_b give n_a n_b times how far a vertex lies beyond its own
/// edge, towards the other piece, along N.
struct EdgeForms {
  Form normal_squared;
  Form distance;
  Dyadic weight;
  Heights beyond_a;
  Heights beyond_b;
  std::array<std::uint32_t, 2> edge_a{};  ///< these vertices lie on their edges by definition
  std::array<std::uint32_t, 2> edge_b{};

  bool is_exact() const { return normal_squared.is_exact() && distance.is_exact(); }
};
EdgeForms edge_forms(const EdgePair& pair);

/// Proves on the whole interval that N never vanishes, that the edges are more than `level` apart
/// along N, and that no vertex lies more than `slack` beyond its edge. Notes level and slack in
/// `gap`.
Proof prove_edges_apart(const EdgeForms& forms, const Dyadic& level, const Dyadic& slack,
                        const Stage& stage, Gap& gap);

/// Proves that the distance along N stays strictly between low > 0 and high. Requires that N·d > 0
/// is proved.
Sign prove_edge_band(const EdgeForms& forms, const Dyadic& low, const Dyadic& high);

}  // namespace rigor::verification
