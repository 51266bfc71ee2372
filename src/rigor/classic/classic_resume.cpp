// SPDX-License-Identifier: Apache-2.0
// Checkpoints of a run.
#include <algorithm>

#include <rigor/classic/classic_run.hpp>

namespace rigor {

ClassicCheckpoint ClassicRun::checkpoint() const {
  const State& state = bodies_.state;
  ClassicCheckpoint out;
  out.now = now_;
  out.time = state.time;
  out.q.assign(state.q.data(), state.q.data() + state.q.size());
  out.v.assign(state.v.data(), state.v.data() + state.v.size());
  out.contacts = contacts_;
  out.limits = history_.limits();
  out.hints = memory_.hints;
  out.next_segments = trace_.next_segments();
  out.tracking = trace_.tracking();
  out.footer = outcome_.footer;
  out.report = *outcome_.classic;
  out.start_moved = outcome_.start_moved;
  out.segments = outcome_.segments;
  out.events = outcome_.events;
  out.certified = outcome_.certified;
  out.lowest_energy = lowest_energy_;
  out.stepped = stepped_;
  out.progress = progress_;
  out.tiny_steps = tiny_steps_;
  return out;
}

void ClassicRun::resume(const ClassicCheckpoint& from) {
  now_ = from.now;
  State state{from.time, bodies_.state.q, bodies_.state.v};
  std::copy(from.q.begin(), from.q.end(), state.q.data());
  std::copy(from.v.begin(), from.v.end(), state.v.data());
  put(bodies_, state);
  contacts_ = from.contacts;
  history_.remember(contacts_, from.limits);
  memory_.hints = from.hints;
  trace_.resume(from.next_segments, from.tracking);
  outcome_.footer = from.footer;
  outcome_.classic = from.report;
  outcome_.start_moved = from.start_moved;
  outcome_.segments = from.segments;
  outcome_.events = from.events;
  outcome_.certified = from.certified;
  lowest_energy_ = from.lowest_energy;
  stepped_ = from.stepped;
  progress_ = from.progress;
  tiny_steps_ = from.tiny_steps;
}

}  // namespace rigor
