// SPDX-License-Identifier: Apache-2.0
// Whether the forces of a record obey the law of contact, for all t of its stretch. With N the
// normal (of any length), F the force on b, s = N·F, F_n and F_t its parts along and across N, and
// v the slip of b over a, belts included:
//
//   push      F_n >= 0                                            s >= 0
//   cone      |F_t| <= μ |F_n|                                    g = |N|² |F|² - (1 + μ²) s² <= 0
//   slip      |F_t|  = μ |F_n|, opposite to v                     g = 0, N·(v × F) = 0, F_t·v <= 0
//   stick, bonded                                                 v = 0 (on belts: N × v = 0)
//   frictionless, broken: F_t = 0                                 N × F = 0
//   viscous   F_t = - k v_t                                       N × (F + k v) = 0
//
// No square roots and no quotients: each is a polynomial. By how much a rule is broken is bounded
// and added up, length times mean or largest breach, never judged piece by piece:
//
//   impulse   pulls, and forces beside the cone or lacking on it        N s
//   drift     slips of what sticks; of what slips, how far aside of or along its friction   m
//
// g = |N|² (|F_t| - μ |F_n|)(|F_t| + μ |F_n|), and |F_t| + μ |F_n| >= min(1, μ) |F|; so |g| bounds
// the breach by |g| / (|N|² min(1, μ) |F|), and by sqrt|g| / |N|.
#pragma once

#include <rigor/verification/contact_view.hpp>

namespace rigor::verification {

/// What a record's forces leave of the law.
struct Unlawful {
  Real impulse = 0;               ///< N s
  Real drift = 0;                 ///< m
  Real hops = 0;                  ///< N s: what ended hops lower than the skin
  const char* problem = nullptr;  ///< what is wrong beyond measure
};

/// Whether forces under the law that the header names may be in a state.
bool may_be(const std::string& law, trace::ContactState state, double friction);

/// `fine`: forces that need not be known better, N.
Unlawful unlawful_part(const ContactView& view, Real fine, Nodes& nodes);

}  // namespace rigor::verification
