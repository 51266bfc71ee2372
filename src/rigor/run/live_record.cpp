// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/run/live_record.hpp>
#include <rigor/trace/journal.hpp>

namespace rigor {
namespace {

trace::Triple triple(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace

LiveRecord::LiveRecord(trace::Trace prelude, std::vector<trace::Load> loads)
    : trace_(std::move(prelude)), loads_(std::move(loads)) {
  segments_of_.assign(trace_.bodies.size(), 0);
  new_segments_of_ = segments_of_;
}

bool LiveRecord::is_new(const Stretch& stretch, const trace::Event& event) const {
  return event.kind != trace::EventKind::Touch || event.lo != stretch.start ||
         !(trace_.header.start < stretch.start);
}

void LiveRecord::append(const Stretch& stretch, const StepReport& step) {
  const auto moved = [&](const trace::PieceId& id, std::uint32_t segment) {
    return id.body == trace::kWorld || segment == trace::kNoSegment
               ? segment
               : segment + segments_of_[id.body];
  };
  for (trace::Segment segment : step.segments) {
    segment.index += segments_of_[segment.body];
    new_segments_of_[segment.body] = std::max(new_segments_of_[segment.body], segment.index + 1);
    trace_.segments.push_back(std::move(segment));
  }
  for (trace::Certificate certificate : step.certificates) {
    certificate.segment_a = moved(certificate.a, certificate.segment_a);
    certificate.segment_b = moved(certificate.b, certificate.segment_b);
    trace_.certificates.push_back(std::move(certificate));
  }
  for (trace::ContactForce force : step.forces) {
    force.segment_a = moved(force.a, force.segment_a);
    force.segment_b = moved(force.b, force.segment_b);
    trace_.forces.push_back(std::move(force));
  }
  trace_.joint_forces.insert(trace_.joint_forces.end(), step.joint_forces.begin(),
                             step.joint_forces.end());
  for (trace::Event event : step.events) {
    if (!is_new(stretch, event)) continue;
    event.index = static_cast<std::uint32_t>(trace_.events.size());
    trace_.events.push_back(std::move(event));
  }
}

void LiveRecord::close(const Outcome& outcome) {
  const bool first = trace_.footer.stopped.empty();
  trace::Footer& all = trace_.footer;
  const trace::Footer& added = outcome.footer;
  if (first) all.energy_initial = added.energy_initial;
  if (added.steps > 0) {
    all.step_min = all.steps > 0 ? std::min(all.step_min, added.step_min) : added.step_min;
    all.step_max = std::max(all.step_max, added.step_max);
    stepped_ += added.step_mean * static_cast<double>(added.steps);
    all.steps += added.steps;
    all.step_mean = stepped_ / static_cast<double>(all.steps);
  }
  all.end = added.end;
  all.stopped = added.stopped;
  all.energy_final = added.energy_final;
  all.energy_work += added.energy_work;
  all.energy_max_gain = std::max(all.energy_max_gain, added.energy_max_gain);
  all.manifold_changes += added.manifold_changes;
  trace_.header.certified = trace_.header.certified && outcome.certified;
  segments_of_ = new_segments_of_;
}

void LiveRecord::add(const Stretch& stretch) {
  last_segments_ = trace_.segments.size();
  last_forces_ = trace_.forces.size();
  for (const StepReport& step : stretch.steps) append(stretch, step);
  close(stretch.outcome);
}

void LiveRecord::add_load(std::uint32_t body, const trace::Triple& point, double t,
                          const Wrench& wrench) {
  const trace::Triple force = triple(wrench.force);
  const trace::Triple moment = triple(wrench.moment);
  auto load = std::find_if(loads_.begin(), loads_.end(),
                           [&](const trace::Load& one) { return one.body == body; });
  if (load == loads_.end())
    load = loads_.insert(load, {body, trace::LoadAxes::World, point, {t}, {{}}, {{}}});
  if (load->forces.back() == force && load->moments.back() == moment) return;
  // A jump is two knots at one time; a second call at the same instant replaces the first.
  const std::size_t knots = load->times.size();
  if (knots >= 2 && load->times[knots - 1] == t && load->times[knots - 2] == t) {
    load->forces.back() = force;
    load->moments.back() = moment;
    return;
  }
  if (load->times.back() != t) {
    load->times.push_back(t);
    load->forces.push_back(trace::Triple(load->forces.back()));
    load->moments.push_back(trace::Triple(load->moments.back()));
  }
  load->times.push_back(t);
  load->forces.push_back(force);
  load->moments.push_back(moment);
}

void LiveRecord::forget_scene() {
  trace_.header.scene_text.clear();
  trace_.header.scene_hash.clear();
}

std::vector<PairForce> LiveRecord::forces() const {
  trace::Trace last;
  last.header = trace_.header;
  last.footer = trace_.footer;
  last.bodies = trace_.bodies;
  last.segments.assign(trace_.segments.begin() + static_cast<std::ptrdiff_t>(last_segments_),
                       trace_.segments.end());
  last.forces.assign(trace_.forces.begin() + static_cast<std::ptrdiff_t>(last_forces_),
                     trace_.forces.end());
  return last.forces.empty() ? std::vector<PairForce>{} : forces_at(last, last.footer.end);
}

trace::Trace LiveRecord::trace() const {
  trace::Trace out = trace_;
  out.loads.insert(out.loads.end(), loads_.begin(), loads_.end());
  out.complete = true;
  if (out.footer.stopped.empty()) out.footer.end = out.header.start;
  trace::sort_records(out);
  return out;
}

}  // namespace rigor
