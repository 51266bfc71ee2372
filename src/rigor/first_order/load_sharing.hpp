// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/step_rows.hpp>

namespace rigor::first_order {

/// Under Coulomb's law, shares the normal impulses of every pair that slides as equal springs at
/// its corners would, with friction along the slip: how a turning body slows down depends on it.
/// Kept only if the law holds as well as before.
void share_loads(StepRows& rows);

}  // namespace rigor::first_order
