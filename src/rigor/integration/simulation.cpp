// SPDX-License-Identifier: Apache-2.0
#include <rigor/integration/advance.hpp>
#include <rigor/integration/beginning.hpp>
#include <rigor/integration/closing.hpp>
#include <rigor/integration/resuming.hpp>
#include <rigor/integration/simulation.hpp>

namespace rigor {

Simulation::Simulation(const Model& model, const State& initial, const SimulationOptions& options,
                       const trace::Bytes& from)
    : run_(std::make_unique<Run>(model, initial, options)) {
  if (!from.empty()) from_ = std::make_unique<Checkpoint>(read_checkpoint(from, run_->world));
}

Simulation::~Simulation() = default;

std::variant<StepReport, Outcome> Simulation::step() {
  if (phase_ == Phase::Over) return run_->ledger.outcome;
  run_->ledger.pending = {};
  std::optional<Ending> ending;
  if (phase_ == Phase::Going)
    ending = advance(*run_);
  else if (from_)
    resume(*run_, *from_);
  else
    ending = begin(*run_);
  phase_ = ending ? Phase::Over : Phase::Going;
  if (ending) close(*run_, std::move(*ending));
  run_->ledger.pending.time = run_->now;
  return run_->ledger.pending;
}

std::optional<trace::Bytes> Simulation::checkpoint() const {
  if (phase_ != Phase::Going) return std::nullopt;
  const auto checkpoint = checkpoint_of(*run_);
  if (!checkpoint) return std::nullopt;
  return bytes_of(*checkpoint);
}

}  // namespace rigor
