// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

/// The rows of all near pairs at the start of a step, with what each approaches at; what is
/// approached, or lies on a driven body that sets out, wakes, and what shares load with it.
std::vector<Row> gather_rows(Run& run);

}  // namespace rigor::first_order
