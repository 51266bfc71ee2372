// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include <rigor/integration/ledger.hpp>

namespace rigor {
namespace {

template <typename T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

void count(const trace::Segment& segment, Ledger& ledger) {
  ++ledger.outcome.segments;
  if (segment.reason == trace::EndReason::Rest) return;
  const double used = trace::elapsed(segment.start, segment.end);
  trace::Footer& footer = ledger.outcome.footer;
  footer.step_min = footer.steps == 0 ? used : std::min(footer.step_min, used);
  footer.step_max = std::max(footer.step_max, used);
  ++footer.steps;
  ledger.stepped += used;
}

}  // namespace

void publish(Ledger& ledger, StepReport report) {
  for (const trace::Segment& segment : report.segments) count(segment, ledger);
  for (trace::Event& event : report.events)
    event.index = static_cast<std::uint32_t>(ledger.outcome.events++);
  append(ledger.pending.segments, report.segments);
  append(ledger.pending.certificates, report.certificates);
  append(ledger.pending.events, report.events);
  append(ledger.pending.forces, report.forces);
  append(ledger.pending.joint_forces, report.joint_forces);
}

void begin_energy(Ledger& ledger, double energy) {
  ledger.outcome.footer.energy_initial = ledger.lowest_energy = energy;
}

void note_energy(Ledger& ledger, double change) {
  ledger.energy_change += change;
  trace::Footer& footer = ledger.outcome.footer;
  const double energy = footer.energy_initial + ledger.energy_change - ledger.supplied_work;
  ledger.lowest_energy = std::min(ledger.lowest_energy, energy);
  footer.energy_max_gain = std::max(footer.energy_max_gain, energy - ledger.lowest_energy);
}

void close(Ledger& ledger, const trace::Time& end) {
  Outcome& outcome = ledger.outcome;
  trace::Footer& footer = outcome.footer;
  footer.end = end;
  footer.stopped = name(outcome.stop);
  footer.energy_final = footer.energy_initial + ledger.energy_change;
  footer.energy_work = ledger.supplied_work;
  footer.step_mean = footer.steps > 0 ? ledger.stepped / static_cast<double>(footer.steps) : 0.0;
  outcome.final_state.time = trace::seconds(end);
}

}  // namespace rigor
