// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/certify/path.hpp>
#include <rigor/reproduction/die_watch.hpp>

namespace rigor {

void DieWatch::see(const StepReport& step) {
  Vector3 centre = Vector3::Zero();
  for (const trace::Segment& segment : step.segments) {
    const Pose X = pose_at(segment, segment.end);
    double gap = std::numeric_limits<double>::infinity();
    for (const Vector3& v : vertices_) gap = std::min(gap, (X * v).z());
    steps_.push_back({trace::seconds(segment.end), trace::elapsed(segment.start, segment.end), gap,
                      segment.reason});
    centre = X.translation;
  }
  for (const trace::Event& event : step.events) see(event, centre);
}

double DieWatch::rest() const {
  double time = 0.0;
  for (const DieStep& step : steps_)
    if (step.reason != trace::EndReason::Rest) time = std::max(time, step.time);
  return time;
}

void DieWatch::see(const trace::Event& event, const Vector3& centre) {
  if (second_ || event.kind != trace::EventKind::Impact) return;
  bool another = false;
  for (const trace::EventContact& contact : event.contacts) {
    if (contact.impulse == trace::Triple{}) continue;
    another = another || (!flew_ && hit_.count(contact.vertex_b) == 0);
    hit_.insert(contact.vertex_b);
  }
  if (another) second_ = {trace::seconds(event.lo), centre};
  flew_ = flew_ && hit_.empty();
}

}  // namespace rigor
