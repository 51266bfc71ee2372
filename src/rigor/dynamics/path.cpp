// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/dynamics/path.hpp>

namespace rigor {
namespace {

constexpr double kUnitTolerance = 1e-9;  // relative; directions in files carry about ten digits

}  // namespace

PathJet evaluate(const Path& path, double t) {
  const Jet x = evaluate(path.position[0], t);
  const Jet y = evaluate(path.position[1], t);
  const Jet z = evaluate(path.position[2], t);
  const Jet angle = evaluate(path.angle, t);
  PathJet jet;
  jet.X_WL = {exp_rotation(angle.value * path.axis) * path.rotation,
              Vector3(x.value, y.value, z.value)};
  jet.velocity = {Vector3(x.rate, y.rate, z.rate), angle.rate * path.axis};
  jet.acceleration = {Vector3(x.acceleration, y.acceleration, z.acceleration),
                      angle.acceleration * path.axis};
  return jet;
}

double next_break(const Path& path, double t) {
  double next = next_break(path.angle, t);
  for (const Signal& signal : path.position) next = std::min(next, next_break(signal, t));
  return next;
}

int smoothness(const Path& path) {
  int least = smoothness(path.angle);
  for (const Signal& signal : path.position) least = std::min(least, smoothness(signal));
  return least;
}

std::optional<std::string> defect(const Path& path) {
  for (const Signal* signal :
       {&path.position[0], &path.position[1], &path.position[2], &path.angle})
    if (auto found = defect(*signal)) return found;
  if (!(std::abs(path.axis.norm() - 1.0) <= kUnitTolerance)) return "the axis must have length 1";
  if (!(std::abs(path.rotation.norm() - 1.0) <= kUnitTolerance))
    return "the rotation must be a unit quaternion";
  if (smoothness(path) < 1)
    return "position and velocity must be continuous: use a table with cubic interpolation";
  return std::nullopt;
}

}  // namespace rigor
