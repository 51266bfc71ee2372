// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/segments/contact_forces.hpp>
#include <rigor/segments/force_records.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {
namespace {

/// A part of the motion between two fractions of it, and between which instants.
struct Part {
  double from = 0.0;
  double to = 1.0;
  trace::Time begin;
  trace::Time end;
};

/// Records a motion part by part; where no split of a part is good, its halves.
class Recorder {
 public:
  explicit Recorder(const ForcedMotion& motion) : sampler_(motion) {}

  RecordedForces recorded() &&;

 private:
  /// `whole` is how bad the part is that this one was cut from.
  void record(const Part& part, int depth = 0,
              double whole = std::numeric_limits<double>::infinity());
  /// Whether the part is better recorded in halves.
  bool is_cut(const ForceCourse& course, int depth, double whole) const;

  ForceSampler sampler_;
  RecordedForces out_{};
  int cuts_ = 0;
};

bool Recorder::is_cut(const ForceCourse& course, int depth, double whole) const {
  const ForcedMotion& motion = sampler_.motion();
  const bool helps = course.best <= 1.0 || course.worst < kHelpfulShare * whole;
  return course.worst > 1.0 && helps && depth < kMostCourseHalvings && cuts_ < kMostForceCuts &&
         motion.trajectory.paths.cols() > 1 && !requested(motion.world.cancellation);
}

void Recorder::record(const Part& part, int depth, double whole) {
  const auto& [from, to, begin, end] = part;
  const double length = trace::elapsed(begin, end) * (1.0 + 0x1p-40);
  const ForceStretch stretch{sampler_.kept_at(0.5 * (from + to)), from,
                             length / sampler_.motion().length};
  if (stretch.kept.empty() && sampler_.joints().empty()) return;
  const ForceCourse course = best_course(sampler_, stretch);
  const trace::Time middle = trace::advanced(begin, 0.5 * trace::elapsed(begin, end));
  if (is_cut(course, depth, whole) && begin < middle && middle < end) {
    const double half = from + 0.5 * (to - from);
    ++cuts_;
    record({from, half, begin, middle}, depth + 1, course.worst);
    record({half, to, middle, end}, depth + 1, course.worst);
    return;
  }
  const RecordTime time{begin, end, length};
  if (const auto less = without_bare_slips(sampler_, stretch, course)) {
    const ForceCourse other = best_course(sampler_, *less);
    if (other.worst <= std::max(1.0, course.worst) ||
        (other.breach <= 1.0 && other.worst <= kBareMissing))
      return add_records(sampler_, less->kept, other, time, out_);
  }
  add_records(sampler_, stretch.kept, course, time, out_);
}

RecordedForces Recorder::recorded() && {
  const ForcedMotion& motion = sampler_.motion();
  Part part{0.0, motion.used, motion.start.time, motion.end};
  for (const double s : sampler_.changes(0.0, motion.used)) {
    const trace::Time at = trace::advanced(motion.start.time, s * motion.length);
    if (!(part.begin < at && at < motion.end)) continue;
    record({part.from, s, part.begin, at});
    part.from = s;
    part.begin = at;
  }
  record(part);
  return std::move(out_);
}

}  // namespace

RecordedForces recorded_forces(const ForcedMotion& motion) {
  if (motion.mode.contacts.empty() && motion.trajectory.trees.empty()) return {};
  return Recorder(motion).recorded();
}

void cut_forces(RecordedForces& forces, const trace::Time& end) {
  const auto cut = [&](auto& records) {
    std::erase_if(records, [&](const auto& force) { return !(force.begin < end); });
    for (auto& force : records) force.end = std::min(force.end, end);
  };
  cut(forces.contacts);
  cut(forces.joints);
}

}  // namespace rigor
