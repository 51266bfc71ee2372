// SPDX-License-Identifier: Apache-2.0
// The part of a round of splitting (cone_splitting.hpp) that concerns each contact alone, for four
// contacts side by side and without branches: what a single one waits for, two roots and a
// division, the others do meanwhile. The point of the cone |x_t| <= μ x_n with normal part of at
// least ℓ that is nearest to x is
//
//   n = max(ℓ, x_n, (x_n + μ |x_t|)/(1 + μ²)),   x_t cut to the length μ n:
//
// inside the cone x_n is the largest of the three, outside it the third is, unless both are below
// ℓ.
#pragma once

#include <rigor/solvers/cone_matrix.hpp>

namespace rigor {

/// How a round goes: impulses times `theta`, speeds beyond the present ones by `relaxation`.
struct ConeRound {
  double theta = 1.0;
  double relaxation = 1.0;
};

/// The largest changes of a round, m/s.
struct ConeMisses {
  double primal = 0.0;  ///< |y + s - z|
  double dual = 0.0;    ///< of z
};

/// Four contacts whose rule is Cone; each array has a value of each of them. One that is not set
/// stays as it is.
struct ConeLanes {
  using Four = Eigen::Array4d;
  using Threefold = std::array<Four, 3>;  ///< normal, two tangents

  Threefold y = zeros();        ///< speeds, J u + offset
  Threefold offset = zeros();   ///< of the contact
  Threefold impulse = zeros();  ///< λ
  Threefold z = zeros();
  Four shift = Four::Zero();  ///< s
  Four friction = Four::Zero();
  Four flatness = Four::Ones();  ///< 1/(1 + μ²)
  Four least = Four::Zero();     ///< ℓ
  Four penalty = Four::Ones();   ///< r
  Four inverse_penalty = Four::Ones();

  static Threefold zeros() { return {Four::Zero(), Four::Zero(), Four::Zero()}; }
};

inline Eigen::Vector3d lane(const ConeLanes::Threefold& of, int i) {
  return {of[0][i], of[1][i], of[2][i]};
}

/// From y, λ and z to the next s, λ and z; the misses grow to what this misses.
void advance(const ConeRound& round, ConeLanes& at, ConeMisses& misses);

/// Four contacts of any rule that can move, or fewer at the end of a problem, with all that a round
/// reads of them.
struct ConeGroup {
  std::array<const ConeContact*, 4> contacts{};
  std::array<int, 4> index{};  ///< in the problem
  std::array<std::array<int, 2>, 4> blocks{};
  std::array<std::array<ConeContact::Rows, 2>, 4> rows;
  int count = 0;
  bool cones = true;  ///< the rules of all: else they go one by one
  bool trees = false;
  ConeLanes lanes;

  /// Adds a contact of the problem with its impulse, and the z that belongs to it at the penalty
  /// α / (n M⁻¹ n').
  void add(const ConeProblem& problem, int contact, const ConeState& state, double alpha);
  void set_penalties(double alpha);
  /// One round at the velocities u.
  void advance(const ConeRound& round, const ConeMatrix& matrix, const ConeVelocities& u,
               ConeMisses& misses);
  /// Adds J'(λ + r (z - offset - s)), what pulls at the velocities of the next round.
  void add_pulls(const ConeMatrix& matrix, ConeVelocities& sum) const;
};

}  // namespace rigor
