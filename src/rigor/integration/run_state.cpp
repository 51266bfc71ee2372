// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/integration/run_state.hpp>

namespace rigor {
namespace {

StopKind stop_of(RefusalKind kind) {
  switch (kind) {
    case RefusalKind::Jam:
      return StopKind::Jam;
    case RefusalKind::Indeterminate:
      return StopKind::Indeterminate;
    case RefusalKind::Overlap:
      return StopKind::Overlap;
    case RefusalKind::Unsupported:
      return StopKind::Unsupported;
    case RefusalKind::Inconsistent:
    case RefusalKind::Drift:
      break;
  }
  return StopKind::Inconsistent;
}

}  // namespace

Run::Run(const Model& its_model, const State& initial, const SimulationOptions& its_options)
    : model(its_model),
      options(its_options),
      world(make_world(its_model, initial, its_options)),
      cancellation([this] { return asked_to_stop(*this).has_value(); }),
      began(std::chrono::steady_clock::now()),
      start(trace::time_from(initial.time)),
      now(start),
      horizon(horizon_of(its_options)),
      schedule(world.bodies.size()),
      neighbourhood(world) {
  ledger.outcome.final_state = initial;
  world.cancellation = &cancellation;
}

std::optional<Ending> asked_to_stop(const Run& run) {
  if (run.options.interrupted && run.options.interrupted()) return Ending{StopKind::Interrupted};
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - run.began;
  const double allowed = run.options.stop.wall_seconds;
  if (wall.count() < allowed) return std::nullopt;
  return Ending{StopKind::WallTime,
                fmt::format("{} s of computing time were used up at t = {:.12g} s; {}", allowed,
                            trace::seconds(run.now), kOtherMethod)};
}

std::optional<Ending> gave_up(const Run& run) {
  if (!run.cancellation.requested()) return std::nullopt;
  return asked_to_stop(run).value_or(Ending{StopKind::Interrupted});
}

Ending ending_of(const Run& run, const Refusal& refusal) {
  return gave_up(run).value_or(Ending{stop_of(refusal.kind), refusal.reason});
}

std::optional<Ending> limit_reached(const Run& run) {
  if (auto asked = asked_to_stop(run)) return asked;
  if (run.ledger.outcome.events >= run.options.stop.events) return Ending{StopKind::Events};
  if (run.ledger.outcome.segments >= run.options.stop.segments) return Ending{StopKind::Segments};
  return std::nullopt;
}

}  // namespace rigor
