// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/integration/closing.hpp>
#include <rigor/integration/driven_bodies.hpp>
#include <rigor/integration/publication.hpp>

namespace rigor {
namespace {

/// The instant the record ends: where the run stopped, plus a little rest if that is why.
trace::Time end_of(const Run& run, StopKind why) {
  if (why != StopKind::Rest) return run.now;
  if (!run.options.stop.at_rest) return run.horizon;
  trace::Time last = run.start;
  for (const auto& [id, island] : run.schedule.islands())
    last = std::max(last, island.departure.time);
  for (const auto& [body, driven] : run.schedule.driven())
    last = std::max(last, driven.course.segment.start);
  return std::min(run.horizon, trace::advanced(last, StopConditions::kRestShown));
}

/// Publishes what the island does until the end, and keeps where its bodies are then.
void close(Run& run, Island island, const trace::Time& end) {
  const auto reason = island.at_rest ? trace::EndReason::Rest : trace::EndReason::Stop;
  if (publish_until(run, island, end, reason)) return;
  const Cluster there = state_at(island, end);
  run.ledger.energy_change += energy(run.world, there) - island.energy;
  State& final = run.ledger.outcome.final_state;
  for (int i = 0; i < std::ssize(there.bodies); ++i)
    if (there.states[i].tree)
      store(run.model, *there.states[i].tree, final);
    else
      store(run.model, run.world.bodies[there.bodies[i]], there.states[i], final);
}

}  // namespace

void close(Run& run, Ending ending) {
  run.ledger.outcome.stop = ending.kind;
  run.ledger.outcome.reason = std::move(ending.reason);
  const trace::Time end = end_of(run, ending.kind);
  while (!run.schedule.islands().empty())
    close(run, run.schedule.take(run.schedule.islands().begin()->first), end);
  if (run.start < end) {
    for (const Body& body : run.world.bodies) publish_pairs(run, body.id, end);
    publish_courses(run, end);
  }
  close(run.ledger, end);
}

}  // namespace rigor
