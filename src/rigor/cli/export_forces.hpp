// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/trace/types.hpp>

namespace rigor {

/// Forces at start, start + 1/rate, ... and at the end, as CSV: per instant and pushing pair one
/// row `total` (the sum on b, its normal and friction parts, μN, the moment about b's origin) and
/// one row for each point with its state; per joint one row `joint` (its name as state, parent and
/// child as a and b, force on the child at its anchor and moment about that). World axes, SI.
/// Throws std::runtime_error if that would be more than 1e7 instants.
std::string forces_csv(const trace::Trace& trace, double rate);

/// Impulses at events as CSV: one row for each contact point.
std::string contacts_csv(const trace::Trace& trace);

/// Kinetic, potential and total energy of all bodies that forces move, as CSV.
std::string energy_csv(const trace::Trace& trace, double rate);

}  // namespace rigor
