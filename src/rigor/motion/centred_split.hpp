// SPDX-License-Identifier: Apache-2.0
// The split of forces that stays away from the edges of what contacts may push. With G, w and x as
// in force_split.hpp, now with every direction that a contact's push allows, it is the least
//
//   φ(x) = |x|² / 2 s² - κ Σ log b(x_i)   with G x = w,
//
//   b = μ² N² - |T|² in a friction cone,  b = N for any other push,
//
// s the size of the forces. φ is strictly convex, so there is one such x; it is as smooth in time
// as the wrenches and the contacts, and lawful as long as some split is lawful with room to spare.
// Where the law leaves hardly any choice (a body that is about to slip) it tends to what is left.
// Newton's method begins at the shortest forces, which keep G x = w and need not push: all may pull
// then, N + t in place of N, and t is taken back step by step, so that x is always near the centre
// of what is allowed. Where that fails and wider cones will do, they are wide at first and narrowed
// in the same way. Steps for x and the multipliers y of G x = w, with H the diagonal blocks of φ'':
//
//   (G H⁻¹ G') y⁺ = -(w - G x) - G H⁻¹ φ',   dx = -H⁻¹ (φ' + G' y⁺)
#pragma once

#include <optional>

#include <rigor/motion/force_split.hpp>

namespace rigor {

/// The pattern whose fixed parts are the centred forces: with it split_forces() adds what rounding
/// left. Nothing if no split is found that is lawful with room to spare. `near` is what was found
/// for the same contacts a moment before, if anything: Newton's steps begin there if it is lawful
/// now, with the shortest forces for the change, and the forces are the same. `widest` above 1:
/// where the law leaves hardly any choice the forces may need cones wider by this factor; those
/// that need the least are taken.
std::optional<SplitPattern> centred_pattern(const std::vector<SplitBody>& bodies,
                                            const std::vector<SplitContact>& contacts,
                                            const SplitPattern* near = nullptr,
                                            double widest = 1.0);

}  // namespace rigor
