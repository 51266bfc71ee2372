// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/step_rows.hpp>

namespace rigor::first_order {

/// Raises the goals of rows whose gaps straight paths would bend too far, ½ h² φ̈, at the velocities
/// found so far; whether any is then missed. In a step that is where the bent gap ends below 2 γ,
/// also if a reserve ρ leads the straight one beyond that, and goals are raised by what ρ does not
/// cover: φ + h goal + ½ h² φ̈ = γ.
bool raise_bent_goals(StepRows& rows);

}  // namespace rigor::first_order
