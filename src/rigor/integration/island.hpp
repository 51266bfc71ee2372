// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <rigor/decision/event.hpp>
#include <rigor/integration/accumulation.hpp>
#include <rigor/segments/proposal.hpp>

namespace rigor {

/// Bodies that touch each other, with a clock of their own: all that their future depends on.
/// Nothing they do costs the others anything.
struct Island {
  Departure departure;              ///< where its current segments start
  std::optional<Proposal> current;  ///< none: at rest, or an event is due at once
  bool at_rest = false;
  bool several = false;  ///< the law allows other motions than the island's, and this is on record
  trace::EndReason due_now = trace::EndReason::Touch;  ///< why, if an event is due at once
  std::optional<Cluster> ahead{};  ///< where to choose the next mode then, see EventScene
  double energy = 0.0;             ///< at the departure, J
  ImpactHistory impacts;
  double load_pull = 0.0;     ///< of the world when its segments were proposed
  trace::Time last_progress;  ///< of the no-progress rule
  int events_without_progress = 0;
};

/// The island's bodies at `t`, not before its departure and not after the end of its segments.
Cluster state_at(const Island& island, const trace::Time& t);

/// Gives the island its next segments, up to `horizon`, or notes that an event is due at once.
std::optional<Refusal> propose_next(const World& world, Island& island, const trace::Time& horizon);

/// Moves the island to the end of its segments, which ended without an event; contacts are put back
/// to δ. Returns the change of energy, or why it failed; then the island is as it was.
std::variant<double, Refusal> settle(const World& world, Island& island);

/// Whether what settle() did to the speeds of the island's bodies at the end of its proposal, which
/// left them as they are in `settled`, is small enough to happen without an event.
bool settles_quietly(const World& world, const Island& island, const Cluster& settled);

/// Whether a segment ended without anything to decide.
bool ends_quietly(trace::EndReason reason);

/// Counts an event; true if there were too many without progress.
bool stalls(Island& island);

/// An event's place in time and how it was found.
struct Moment {
  trace::Time lo;
  trace::Time hi;
  bool proved = true;
  double location_error = 0.0;
  trace::EndReason reason = trace::EndReason::Touch;
  bool at_once = false;  ///< nothing moved since the event before it
};

/// The event at the end of the island's segments, or the one that is due at once.
Moment moment_of(const Island& island);

/// The islands that the bodies of an event form after it: bodies linked by contacts of the mode.
/// The counters of `before` go on in each.
std::vector<Island> islands_after(const ResolvedEvent& result, const Island& before,
                                  const World& world);

}  // namespace rigor
