// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/first_order.hpp>
#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

/// Moves bodies that start nearer than 0.6 γ to each other apart, by the least displacement in the
/// norm of their masses that opens every gap, again and again as gaps are not linear. How far a
/// body was moved, m, or why the start is refused: it overlaps by more than the scene allows, or
/// nothing opens it. Gaps that are kept are opened only if they are too small to be proved.
std::variant<double, Ending> open_start(Run& run, GapsAtStart gaps);

}  // namespace rigor::first_order
