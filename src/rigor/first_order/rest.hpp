// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/islands.hpp>

namespace rigor::first_order {

/// At the end of a step: islands that have been calm for kCalmSteps steps (speeds below 0.05 a h,
/// changes below 0.02 a h, no cut), and that stay where they are if they are stopped, fall asleep.
/// That is tried: from rest, one solve must leave every body slower than 0.001 a h, so a slow
/// topple does not freeze. A sleeping body has one constant segment and one certificate per pair
/// until something wakes it. Mechanisms fall asleep as a whole, once nothing steers them any more:
/// no signal of a motor or of a given force changes, and no controller samples.
void settle(Run& run, const std::vector<Island>& islands);

inline constexpr int kCalmSteps = 20;

/// Whether all free bodies sleep and all driven ones have come to their end.
bool is_at_rest(const Run& run);

}  // namespace rigor::first_order
