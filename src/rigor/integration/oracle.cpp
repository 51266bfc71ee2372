// SPDX-License-Identifier: Apache-2.0
#include <rigor/integration/oracle.hpp>
#include <rigor/integration/simulation.hpp>

namespace rigor {

Outcome run_oracle(const Model& model, const State& initial, const SimulationOptions& options,
                   const Observer& observer, const Checkpoints& checkpoints) {
  Simulation simulation(model, initial, options, checkpoints.from);
  for (;;) {
    const std::variant<StepReport, Outcome> next = simulation.step();
    if (const auto* outcome = std::get_if<Outcome>(&next)) return *outcome;
    const auto& report = std::get<StepReport>(next);
    if (!report.segments.empty() || !report.events.empty()) observer(report);
    if (!checkpoints.due || !checkpoints.due()) continue;
    if (const auto checkpoint = simulation.checkpoint()) checkpoints.keep(*checkpoint);
  }
}

}  // namespace rigor
