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
    if (row.is_limit()) continue;
    const trace::Triple impulse = triple(problem.impulse_W(c));
    event.contacts.push_back({row.pair->id.a, row.pair->id.b, triple(row.point_W),
                              triple(row.nhat_W), impulse, impulse});
  }
  for (auto& [id, event] : events) {
    event.kind = trace::EventKind::Impact;
    event.lo = when.begin;
    event.hi = when.end;
    event.at = when.end;
    event.proved = proved;
    event.location_error = proved ? 0.0 : trace::elapsed(when.begin, when.end);
    event.a = id.a;
    event.b = id.b;
    if (on_limit(id)) {
      event.kind = trace::EventKind::Limit;
      event.a = id.b;
      event.note = limit_of(id).upper ? "impact at the upper limit" : "impact at the lower limit";
    }
    const auto [before, after] = problem.energies();
    event.energy_before = before;
    event.energy_after = after;
    event.residual = residual;
    if (!proved) event.note += event.note.empty() ? "at some time in this step" : ", in this step";
    run.report.events.push_back(std::move(event));
  }
}

void add_step_forces(Run& run, const VelocityProblem& problem) {
  std::map<PairId, trace::ContactForce> forces;
  const double duration = trace::elapsed(run.now, run.end);
  for (std::size_t c = 0; c < problem.rows().size(); ++c) {
    const Row& row = problem.rows()[c];
    const Vector3 mean = problem.impulse_W(c) / duration;
    if (row.is_limit() || mean.isZero(0.0)) continue;
    trace::ContactForce& force = forces[row.pair->id];
    force.normal = triple(row.nhat_W);
    trace::ForcePoint point;
    point.state = trace::ContactState::Step;
    for (int k = 0; k < 3; ++k) point.path[k] = {row.point_W[k]};
    for (int k = 0; k < 3; ++k) point.force[k] = {mean[k]};
    force.points.push_back(std::move(point));
  }
  for (auto& [id, force] : forces) {
    force.a = id.a;
    force.b = id.b;
    force.begin = run.now;
    force.end = run.end;
    force.length = duration * (1.0 + 0x1p-40);
    run.report.forces.push_back(std::move(force));
  }
}

}  // namespace rigor::first_order
