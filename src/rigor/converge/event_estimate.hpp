// SPDX-License-Identifier: Apache-2.0
// The events that all runs have, with bars: when, where the bodies are, how they move before and
// after.
#pragma once

#include <rigor/converge/event_matching.hpp>
#include <rigor/converge/ladder_estimate.hpp>

namespace rigor {

/// A body at an event.
struct EventBodyEstimate {
  BodyEstimate after;
  std::array<Estimate, 6> velocity_before;
};

/// An event of all runs.
struct EventEstimate {
  EventFamily family = EventFamily::Meeting;
  trace::EventKind kind = trace::EventKind::Touch;
  std::string a;  ///< names
  std::string b;
  Estimate time;                          ///< s
  Estimate energy;                        ///< J: of the bodies it concerns, after it
  std::vector<EventBodyEstimate> bodies;  ///< that move; none of an accumulation
};

/// Runs and their tracks, which must outlive this.
struct ReadRuns {
  const std::vector<LadderRun>& runs;
  const std::vector<Tracks>& tracks;
};

/// Of every matched event. `with_twin`: those that the twin has too; what it adds to an event is
/// what it had added at its last one, for it may bounce in another order.
std::vector<EventEstimate> estimate_events(const MatchedEvents& matched,
                                           const MatchedEvents& with_twin, const ReadRuns& read,
                                           const Ladder& ladder);

/// Energies are differences of what falls and what moves: how large those are, J.
double energy_scale(const trace::Trace& trace);

}  // namespace rigor
