// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/near_pairs.hpp>

namespace rigor::first_order {

/// Proves the pair apart from `from` to the first end of its bodies' courses, at a level half way
/// from the floor to its distance or γ, whichever is less. Touches nothing but the pair: pairs may
/// be proved side by side.
void prove(const World& world, const NearPairs& pairs, const Scales& scales,
           const trace::Time& from, NearPair& pair);

}  // namespace rigor::first_order
