// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/step_rows.hpp>

namespace rigor::first_order {

/// Raises the goals of rows whose gaps straight paths would bend too far, ½ h² φ̈, at the velocities
/// found so far; whether any was raised.
bool raise_bent_goals(StepRows& rows);

}  // namespace rigor::first_order
