// SPDX-License-Identifier: Apache-2.0
#include <rigor/assembly/resting_segment.hpp>
#include <rigor/integration/publication.hpp>

namespace rigor {

std::optional<Ending> publish_until(Run& run, Island& island, const trace::Time& end,
                                    trace::EndReason reason) {
  if (!(island.departure.time < end)) return std::nullopt;
  if (!island.current) {
    ProposalOutcome rested = propose_rest(run.world, island.departure, end);
    if (const auto* refusal = std::get_if<Refusal>(&rested)) return ending_of(run, *refusal);
    island.current = std::move(std::get<Proposal>(rested));
  }
  Proposal& done = *island.current;
  cut(done, end, reason);
  record_forces(run.world, island.departure, done);
  run.ledger.supplied_work += supplied_work(done);
  publish(run.ledger,
          {end, done.segments, done.certificates, {}, done.forces->contacts, done.forces->joints});
  return std::nullopt;
}

std::optional<Ending> retire(Run& run, const std::vector<std::uint64_t>& ids,
                             trace::EndReason reason) {
  for (const std::uint64_t id : ids) {
    Island island = run.schedule.take(id);
    if (auto ending = publish_until(run, island, run.now, reason)) return ending;
    for (const std::uint32_t body : island.departure.cluster.bodies)
      publish_pairs(run, body, run.now);
    reason = trace::EndReason::Neighbour;
  }
  return std::nullopt;
}

void publish_pairs(Run& run, std::uint32_t body, const trace::Time& end) {
  publish(run.ledger, {end, {}, run.neighbourhood.leave(body, end), {}});
}

void publish_fixed_bodies(Run& run) {
  StepReport report{run.start, {}, {}, {}};
  for (const Body& body : run.world.bodies)
    if (body.role == BodyRole::Fixed)
      report.segments.push_back(resting_segment(body, run.start, run.horizon));
  publish(run.ledger, std::move(report));
}

}  // namespace rigor
