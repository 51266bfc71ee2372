// SPDX-License-Identifier: Apache-2.0
// A run in progress as a checkpoint, and back.
#pragma once

#include <rigor/first_order/checkpoint.hpp>

namespace rigor::first_order {

/// The run's part, behind a step whose report is published.
RunCheckpoint saved(const Run& run);

/// Puts a run that has just been made where the checkpoint was made. Throws trace::TraceError if
/// its energy there is not, to the last bit, what it was.
void restore(const RunCheckpoint& from, Run& run);

}  // namespace rigor::first_order
