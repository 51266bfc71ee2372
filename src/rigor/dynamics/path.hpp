// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <rigor/dynamics/signal.hpp>
#include <rigor/spatial/twist.hpp>

namespace rigor {

/// The prescribed motion of a driven body: X_WL(t) has the translation `position(t)` and the
/// rotation exp(axis angle(t)) rotation, `axis` fixed in the world. No force changes it.
struct Path {
  std::array<Signal, 3> position{constant(0.0), constant(0.0), constant(0.0)};  ///< m
  Quaternion rotation = Quaternion::Identity();
  Vector3 axis = Vector3::UnitZ();
  Signal angle = constant(0.0);  ///< rad
};

/// Where a driven body is, how it moves and accelerates.
struct PathJet {
  Pose X_WL;
  Twist velocity;      ///< of the origin, and angular; world axes
  Twist acceleration;  ///< time derivative of `velocity`: of the origin, and angular
};

/// The motion at time t; at a knot, its limit from the right.
PathJet evaluate(const Path& path, double t);

/// The first instant strictly after t at which some derivative of the motion jumps; infinity if
/// none.
double next_break(const Path& path, double t);

/// Number of continuous derivatives of the whole path.
int smoothness(const Path& path);

/// The rule that the path breaks, or nothing: sound signals, a unit axis and rotation, continuous
/// position and velocity (a jump would be an infinite force).
std::optional<std::string> defect(const Path& path);

}  // namespace rigor
