// SPDX-License-Identifier: Apache-2.0
#include <rigor/run/resumable.hpp>

namespace rigor {

Outcome simulate(const Model& model, const State& initial, const SimulationOptions& options,
                 const Observer& observer) {
  return simulate_resumable(model, initial, options, observer, {});
}

}  // namespace rigor
