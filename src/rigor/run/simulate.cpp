// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <rigor/first_order/first_order.hpp>
#include <rigor/integration/oracle.hpp>
#include <rigor/run/simulate.hpp>

namespace rigor {
namespace {

Outcome not_offered(const State& initial, Method method) {
  Outcome outcome;
  outcome.stop = StopKind::Unsupported;
  outcome.reason = std::string("not supported yet: method ") + name(method);
  outcome.footer.stopped = name(outcome.stop);
  outcome.footer.end = trace::time_from(initial.time);
  outcome.final_state = initial;
  return outcome;
}

}  // namespace

bool is_offered(Method method) { return method == Method::Oracle || method == Method::FirstOrder; }

Outcome simulate(const Model& model, const State& initial, const SimulationOptions& options,
                 const Observer& observer) {
  switch (options.method) {
    case Method::Oracle:
      return run_oracle(model, initial, options, observer);
    case Method::FirstOrder:
      return run_first_order(model, initial, options, observer);
    case Method::Paper:
    case Method::StewartTrinkle:
    case Method::AnitescuPotra:
      break;
  }
  return not_offered(initial, options.method);
}

}  // namespace rigor
