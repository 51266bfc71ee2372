// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/step_rows.hpp>

namespace rigor::first_order {

/// Rows ask for speeds that lead to γ within the step: paths have them, momentum must not. A body
/// that nothing presses back would keep opening a gap with up to γ/h for ever. Solves the contacts
/// once more, from the present state on, with N u >= 0 where they press, except for pairs that were
/// touched lately though they had rows: those keep what parts them. The state stays as it is
/// where those speeds are too small to matter, if a mechanism is among the members, and if no
/// solution as good is found.
void keep_momentum(StepRows& at);

}  // namespace rigor::first_order
