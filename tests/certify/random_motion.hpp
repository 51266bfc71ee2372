// SPDX-License-Identifier: Apache-2.0
// Published segments made from simple motions: the test's ground truth is the polynomial itself.
#pragma once

#include <array>
#include <vector>

#include <rigor/certify/path.hpp>
#include <rigor/chebyshev/nodes.hpp>
#include <rigor/trace/types.hpp>

#include "random_spatial.hpp"

namespace rigor {

/// A thrown body: position x + v t + g t²/2, turning with a constant angular velocity.
struct Throw {
  Pose X_WB;
  Twist V_WB;
  Vector3 gravity = Vector3::Zero();
};

inline Pose pose_after(const Throw& motion, double t) {
  Pose X_WB;
  X_WB.translation =
      motion.X_WB.translation + motion.V_WB.linear * t + 0.5 * t * t * motion.gravity;
  X_WB.rotation = exp_rotation(motion.V_WB.angular * t) * motion.X_WB.rotation;
  return X_WB;
}

/// The throw over [start, start + length], interpolated by `degree` as an integrator publishes it.
inline trace::Segment segment_of(const Throw& motion, const trace::Time& start, double length,
                                 int degree) {
  const LobattoNodes& nodes = lobatto_nodes(degree);
  Eigen::MatrixXd values(degree + 1, 7);
  for (int j = 0; j <= degree; ++j) {
    const Pose X_WB = pose_after(motion, nodes.s[j] * length);
    auto q = wxyz(X_WB.rotation);
    if (j > 0) {  // the same sheet of the double cover as the node before
      double overlap = 0.0;
      for (int i = 0; i < 4; ++i) overlap += q[i] * values(j - 1, 3 + i);
      if (overlap < 0.0) {
        for (double& x : q) x = -x;
      }
    }
    for (int i = 0; i < 3; ++i) values(j, i) = X_WB.translation[i];
    for (int i = 0; i < 4; ++i) values(j, 3 + i) = q[i];
  }
  const Eigen::MatrixXd c = nodes.coefficients * values;
  trace::Segment segment;
  segment.start = start;
  segment.end = trace::advanced(start, length);
  segment.length = length;
  for (int i = 0; i < 3; ++i) segment.position[i].assign(c.col(i).begin(), c.col(i).end());
  for (int i = 0; i < 4; ++i) {
    segment.quaternion[i].assign(c.col(3 + i).begin(), c.col(3 + i).end());
  }
  while (trace::elapsed(segment.start, segment.end) > length) segment.end.offset -= 0x1p-63;
  return segment;
}

inline Throw random_throw(Random& random, double size, double speed, double spin) {
  return {random_pose(random, size), random_twist(random, speed, spin), Vector3::Zero()};
}

}  // namespace rigor
