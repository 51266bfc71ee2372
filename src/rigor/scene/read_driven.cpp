// SPDX-License-Identifier: Apache-2.0
#include <rigor/scene/read_driven.hpp>

namespace rigor {
namespace {

DrivenKnot read_knot(const Cursor& at) {
  DrivenKnot knot;
  if (!check_keys(at, {"time", "position", "angle"}, {"time", "position"})) return knot;
  if (const auto e = entry(at, "time")) knot.time = number(*e, kKnotTime);
  if (const auto e = entry(at, "position")) knot.position = vector3(*e, kCoordinate);
  if (const auto e = entry(at, "angle")) knot.angle = number(*e);
  return knot;
}

std::vector<DrivenKnot> read_knots(const Cursor& at) {
  std::vector<DrivenKnot> knots;
  for (const Cursor& item : items(at)) {
    knots.push_back(read_knot(item));
    if (knots.size() > 1 && !(knots[knots.size() - 2].time < knots.back().time)) {
      note(item, "times of knots increase", "sort them; no two are equal");
    }
  }
  if (knots.size() < 2)
    note(at, "at least two knots", "for a body that stays where it is, use fixed: true");
  return knots;
}

}  // namespace

DrivenSpec read_driven(const Cursor& at) {
  DrivenSpec driven;
  if (!check_keys(at, {"linear", "angular", "knots", "axis"})) return driven;
  const auto knots = entry(at, "knots");
  const auto axis = entry(at, "axis");
  const auto linear = entry(at, "linear");
  const auto angular = entry(at, "angular");
  if (knots.has_value() == (linear || angular) || (axis && !knots)) {
    note(at, "a constant velocity (linear, angular), or knots with an axis for their angles",
         "e.g. {linear: [0.1, 0, 0]}");
    return driven;
  }
  if (linear) driven.velocity.linear = vector3(*linear, kSpeed);
  if (angular) driven.velocity.angular = vector3(*angular, kSpeed);
  if (axis) driven.axis = unit_vector(*axis);
  if (knots) driven.knots = read_knots(*knots);
  return driven;
}

}  // namespace rigor
