// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <rigor/first_order/impact_events.hpp>

namespace rigor::first_order {

void add_impact_events(Run& run, const VelocityProblem& problem, const TimeSpan& when, bool proved,
                       double residual) {
  std::map<PairId, trace::Event> events;
  for (std::size_t c = 0; c < problem.rows().size(); ++c) {
    const Row& row = problem.rows()[c];
    const bool collided = row.approach < -run.scales.impact_speed();
    if (!collided || !(problem.normal_impulse(c) > 0.0)) continue;
    trace::Event& event = events[row.pair->id];
    event.contacts.push_back(
        {triple(row.point_W), triple(row.nhat_W), triple(problem.impulse_W(c))});
  }
  for (auto& [id, event] : events) {
    event.kind = trace::EventKind::Impact;
    event.lo = when.begin;
    event.hi = when.end;
    event.proved = proved;
    event.location_error = proved ? 0.0 : trace::elapsed(when.begin, when.end);
    event.a = id.a;
    event.b = id.b;
    event.energy_before = problem.energy_before();
    event.energy_after = problem.energy_after();
    event.residual = residual;
    if (!proved) event.note = "somewhere in this step";
    run.report.events.push_back(std::move(event));
  }
}

}  // namespace rigor::first_order
