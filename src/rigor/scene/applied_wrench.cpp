// SPDX-License-Identifier: Apache-2.0
#include <rigor/scene/applied_wrench.hpp>

namespace rigor {
namespace {

/// Times and values of the whole course. Scenes start at time 0.
struct Course {
  std::vector<ForceKnot> knots;
  Interpolation interpolation = Interpolation::Step;
};

Course course_of(const ForceSpec& force) {
  if (!force.knots.empty()) return {force.knots, Interpolation::Linear};
  Course course;
  const auto add = [&](double time, const ForceKnot& values) {
    course.knots.push_back({time, values.force, values.torque});
  };
  if (force.from > 0.0) add(0.0, {});
  add(force.from, force.constant);
  if (force.until) add(*force.until, {});
  return course;
}

Signal signal_of(const Course& course, Vector3 ForceKnot::*part, int axis) {
  if (course.knots.size() == 1) return constant((course.knots.front().*part)[axis]);
  Table table{{}, {}, course.interpolation};
  bool zero = true;
  for (const ForceKnot& knot : course.knots) {
    table.times.push_back(knot.time);
    table.values.push_back((knot.*part)[axis]);
    zero = zero && table.values.back() == 0.0;
  }
  return zero ? constant(0.0) : Signal(std::move(table));
}

}  // namespace

AppliedWrench applied_wrench(const ForceSpec& force, const Vector3& origin) {
  AppliedWrench wrench;
  wrench.point_L = force.at;
  if (wrench.point_L) *wrench.point_L -= origin;
  wrench.axes = force.axes == ForceAxes::World ? Axes::World : Axes::Link;
  const Course course = course_of(force);
  for (int i = 0; i < 3; ++i) {
    wrench.force[i] = signal_of(course, &ForceKnot::force, i);
    wrench.moment[i] = signal_of(course, &ForceKnot::torque, i);
  }
  return wrench;
}

}  // namespace rigor
