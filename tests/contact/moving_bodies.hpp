// SPDX-License-Identifier: Apache-2.0
// Bodies that move with given twist and acceleration: the reference for rates and biases.
#pragma once

#include <rigor/contact/body_motion.hpp>

#include "random_spatial.hpp"

namespace rigor::testing {

inline BodyMotion random_motion(Random& random, bool link) {
  BodyMotion body;
  body.X_WB = random_pose(random, 1.0);
  body.V_WB = random_twist(random, 2.0, 3.0);
  if (link) body.A_bias_WB = random_twist(random, 2.0, 3.0);
  return body;
}

/// The pose at time t of a body with constant linear acceleration and an angular velocity w + α t,
/// to third order in t: enough for second differences.
inline Pose moved(const BodyMotion& body, double t) {
  const Vector3 w = body.V_WB.angular;
  const Vector3 alpha = body.A_bias_WB.angular;
  const Vector3 turn = t * w + 0.5 * t * t * alpha;
  return {exp_rotation(turn) * body.X_WB.rotation,
          body.X_WB.translation + t * body.V_WB.linear + 0.5 * t * t * body.A_bias_WB.linear};
}

/// Value, first and second derivative at 0 by central differences of fourth order.
template <class F>
GapJet differences(const F& f, double h) {
  const double f0 = f(0.0);
  const double p1 = f(h);
  const double m1 = f(-h);
  const double p2 = f(2.0 * h);
  const double m2 = f(-2.0 * h);
  return {f0, (8.0 * (p1 - m1) - (p2 - m2)) / (12.0 * h),
          (16.0 * (p1 + m1) - (p2 + m2) - 30.0 * f0) / (12.0 * h * h)};
}

}  // namespace rigor::testing
