// SPDX-License-Identifier: Apache-2.0
#include <rigor/classic/classic_run.hpp>
#include <rigor/first_order/first_order.hpp>
#include <rigor/integration/oracle.hpp>
#include <rigor/run/resumable.hpp>

namespace rigor {

Outcome simulate_resumable(const Model& model, const State& initial,
                           const SimulationOptions& options, const Observer& observer,
                           const Checkpoints& checkpoints, int threads) {
  switch (options.method) {
    case Method::Oracle:
      return run_oracle(model, initial, options, observer, checkpoints);
    case Method::FirstOrder:
      return run_first_order(model, initial, options, observer, checkpoints, GapsAtStart::Opened,
                             threads);
    case Method::Paper:
    case Method::StewartTrinkle:
    case Method::AnitescuPotra:
      break;
  }
  return simulate_classic(model, initial, options, observer, checkpoints);
}

}  // namespace rigor
