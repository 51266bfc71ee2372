// SPDX-License-Identifier: Apache-2.0
// Whether the forces on file explain the motion on file. In momentum form: paths are differentiated
// once, forces are integrated once. With c the centre of mass, F_i the forces at points P_i, g
// gravity, and q the (unnormalised) quaternion, for every free body and all t:
//
//   p(t) = p_k + ∫ (Σ F_i + m g),        L(t) = L_k + ∫ Σ (P_i - c) × F_i      on segment k
//   v(t) = ċ - p/m = 0,                  w(t) = 2 vec(q̄ q̇) - I⁻¹ M(q)ᵀ L = 0
//
// p_k and L_k are those of the segment. What is left of these equations is added up over the run,
// so that nothing hides in many small pieces:
//
//   displacement  Σ (length · sup |v|) plus jumps of position where segments meet       metres
//   turn          Σ (length · sup |w|) plus jumps of orientation                        radians
//   impulse       Σ |p_{k+1} - p(end of k) - Σ J|, and the same of L over the radius of gyration,
//                 J the impulses of events at that instant                              N s
//
// Every v and w is a polynomial of known degree n. It is evaluated at N >= 3n/2 Chebyshev nodes;
// then sup <= max at the nodes / cos(π n / 2N) <= 2 max (Ehlich and Zeller). Integrals are those of
// the interpolant at enough nodes to be exact. All in long double, with a bound of every rounding
// added: of series of degree d, 8 (d + 4)² roundings of the sum of their coefficients (recurrences
// lose up to d²); of integrals through N nodes, 32 N² roundings of the largest value. M(q) r / |q|²
// is replaced by M(q) r (2 - |q|²), which is off by (|q|² - 1)² |r| at most; that is added too.
#pragma once

#include <rigor/verification/structure.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

/// What a body may be left unexplained over a whole run that claims `full`.
inline constexpr double kMostDisplacement = 1e-7;  ///< m
inline constexpr double kMostTurn = 1e-6;          ///< rad
inline constexpr double kMostImpulse = 1e-7;       ///< of m g T

/// Measures the motion rules of every free body; breaches of a full claim fail Rule::Motion.
/// Bodies that are driven, fixed, or links of mechanisms have none, nor have interrupted runs.
MotionReport check_motion(const Subject& subject, Work& work, Report& report);

}  // namespace rigor::verification
