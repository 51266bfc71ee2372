// SPDX-License-Identifier: Apache-2.0
// Bodies that hang together in a step, and their velocities.
#pragma once

#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

struct Island {
  std::vector<int> members;  ///< awake free bodies, ascending
  std::vector<Row> rows;
};

/// The islands of the rows: bodies that awake free bodies join through rows, each in the order of
/// its lowest body; awake bodies without rows are islands of their own.
std::vector<Island> islands_of(const Run& run, std::vector<Row> rows);

/// The velocities of all members over the h seconds of the step, in their bodies and trees;
/// impulses and events in the run, island by island. Islands are solved on the run's threads.
/// Nothing, or why velocities that were found are none: all bodies then keep those from before the
/// step.
std::optional<Ending> solve_islands(Run& run, const std::vector<Island>& islands, double h);

}  // namespace rigor::first_order
