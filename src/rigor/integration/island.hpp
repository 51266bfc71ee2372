// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <rigor/integration/accumulation.hpp>
#include <rigor/integration/proposal.hpp>

namespace rigor {

/// What changes about an island; all that its future depends on.
struct IslandState {
  Departure departure;  ///< where its current segment starts
  std::optional<Proposal> current;
  bool at_rest = false;
  double energy = 0.0;  ///< at the departure, J
  ImpactHistory impacts;
  trace::Time last_progress;  ///< of the no-progress rule
  int events_without_progress = 0;
};

/// A body with its own clock: nothing it does costs the others anything.
struct Island {
  MovingBody body;
  IslandState state;
};

/// What an island's event or start brought: the events to publish, and how often the set of active
/// contacts changed.
struct IslandReport {
  std::vector<trace::Event> events;
  int manifold_changes = 0;
  double energy_change = 0.0;  ///< J, over segment and events since the last report
};

enum class IslandFailureKind : std::uint8_t { Refused, NoProgress };

struct IslandFailure {
  IslandFailureKind kind = IslandFailureKind::Refused;
  Refusal refusal;
};

using IslandOutcome = std::variant<IslandReport, IslandFailure>;

/// The island at the start of a run: gaps opened, contacts chosen. `opened` is how far it was
/// moved.
struct StartedIsland {
  Island island;
  IslandReport report;
  double opened = 0.0;
};
std::variant<StartedIsland, IslandFailure> start_island(const World& world, const MovingBody& body,
                                                        const BodyState& state,
                                                        const trace::Time& time);

/// Gives the island its next segment, up to `horizon`. Events that come due at once are resolved on
/// the way. On failure the island is as it was.
IslandOutcome propose_next(const World& world, Island& island, const trace::Time& horizon);

/// Moves the island to the end of its current segment and resolves the event there; after a segment
/// that ended for accuracy only, contacts are put back to δ. On failure the island is as it was.
/// Requires a current segment.
IslandOutcome finish_segment(const World& world, Island& island);

}  // namespace rigor
