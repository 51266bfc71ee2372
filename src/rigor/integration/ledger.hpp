// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/assembly/outcome.hpp>

namespace rigor {

/// What a run has made final: what the next report says, the counts, and the books of energy.
struct Ledger {
  Outcome outcome;
  StepReport pending;          ///< since the last report
  double energy_change = 0.0;  ///< of all bodies since the start, J
  double lowest_energy = 0.0;  ///< so far, without the work of drives and given forces, J
  double supplied_work = 0.0;  ///< by drives, motors and given forces, J
  double stepped = 0.0;        ///< length of all segments that move, s
};

/// Adds to what is reported next, and counts the segments; events get their numbers.
void publish(Ledger& ledger, StepReport report);

/// The bodies have this energy at the start.
void begin_energy(Ledger& ledger, double energy);
/// Their energy changed; what drives and given forces did is no gain.
void note_energy(Ledger& ledger, double change);

/// The record ends at `end`: completes the footer.
void close(Ledger& ledger, const trace::Time& end);

}  // namespace rigor
