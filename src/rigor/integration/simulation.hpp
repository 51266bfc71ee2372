// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <variant>

#include <rigor/assembly/options.hpp>
#include <rigor/assembly/outcome.hpp>
#include <rigor/dynamics/model.hpp>
#include <rigor/trace/bytes.hpp>

namespace rigor {

struct Run;
struct Checkpoint;

/// A run, one event at a time. There is no step size: how far a step goes is its result. The model
/// and the options must outlive it.
class Simulation {
 public:
  /// From the start, or from a checkpoint of such a run. Throws trace::TraceError for a checkpoint
  /// that does not fit the scene.
  Simulation(const Model& model, const State& initial, const SimulationOptions& options,
             const trace::Bytes& from = {});
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Resolves the next event and says what became final by it; once the run is over, how it ended.
  /// Failures are outcomes too, and what was reported before one stands. Throws trace::TraceError
  /// if the first step finds that it does not compute what the maker of its checkpoint computed.
  std::variant<StepReport, Outcome> step();

  /// All that the future depends on, behind what was reported so far. None at the start, at the end
  /// and where something else is due at the same instant.
  std::optional<trace::Bytes> checkpoint() const;

 private:
  std::unique_ptr<Run> run_;
  std::unique_ptr<Checkpoint> from_;  ///< where to go on, if not from the start
  enum class Phase : std::uint8_t { Start, Going, Over } phase_ = Phase::Start;
};

}  // namespace rigor
