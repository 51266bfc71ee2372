// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

/// The next instant at which a step ends: the grid start + k h, a knot of a given force, the end of
/// a piece of a driven motion, or the horizon.
trace::Time next_end(const Run& run);

/// One step from run.now to run.end:
///   rows of all near pairs; what is approached wakes
///   velocities: what was deferred, gravity and forces, then contacts, island by island
///   straight paths, proofs of all pairs whose swept boxes come near
///   touches inside the step, earliest first
///   what is final is in run.report; islands at rest fall asleep
/// Nothing if the run goes on; run.now is then the end of the step.
std::optional<Ending> take_step(Run& run);

}  // namespace rigor::first_order
