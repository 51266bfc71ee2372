// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include <rigor/integration/ledger.hpp>
#include <rigor/integration/neighbours.hpp>
#include <rigor/integration/schedule.hpp>

namespace rigor {

/// A run of the oracle: the world, what its bodies do next, where they are, and what is final. The
/// model and the options must outlive it. Not to be moved: its parts refer to each other.
struct Run {
  Run(const Model& model, const State& initial, const SimulationOptions& options);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  const Model& model;
  const SimulationOptions& options;
  World world;
  Cancellation cancellation;
  std::chrono::steady_clock::time_point began;
  trace::Time start;
  trace::Time now;
  trace::Time horizon;
  Schedule schedule;
  Neighbourhood neighbourhood;
  Ledger ledger;
};

/// How a run ends: why, and in words if it was not asked to.
struct Ending {
  StopKind kind = StopKind::Rest;
  std::string reason{};
};

/// The ending if the user asks to stop, or the time allowed is over.
std::optional<Ending> asked_to_stop(const Run& run);

/// The ending if what was just computed was told to give up: then it means nothing.
std::optional<Ending> gave_up(const Run& run);

/// A refusal ends the run, unless it was refused because the run was told to give up.
Ending ending_of(const Run& run, const Refusal& refusal);

/// The ending if a stop condition is met: time that was allowed, or so many events or segments.
std::optional<Ending> limit_reached(const Run& run);

/// What to do where events come too densely for this method.
inline constexpr const char* kOtherMethod =
    "--method first_order steps over events instead of locating each one";

}  // namespace rigor
