// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/step_rows.hpp>

namespace rigor::first_order {

/// Solves again what has no solution because of driven bodies: bonds of no-slip contacts break,
/// then goals give way (fingers that close on a block leave less room than rows ask for).
/// `solution` is replaced; untouched if no row is about a driven body.
void compress_against_drives(StepRows& rows, StepSolution& solution);

}  // namespace rigor::first_order
