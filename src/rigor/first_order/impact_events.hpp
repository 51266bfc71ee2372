// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

/// Adds an event `impact` for every pair of the problem with a row that approached faster than the
/// speed of impacts and got an impulse. `proved`: the touch at `when` was found by a proof; else
/// the impact is somewhere in the step.
void add_impact_events(Run& run, const VelocityProblem& problem, const TimeSpan& when, bool proved,
                       double residual);

/// Files what the pairs of the problem do to each other over the step, as forces that are constant:
/// their impulses over its duration, where the points were at its start. Touches inside the step
/// come on top, as events.
void add_step_forces(Run& run, const VelocityProblem& problem);

}  // namespace rigor::first_order
