// SPDX-License-Identifier: Apache-2.0
#include <rigor/classic/step_motion.hpp>

namespace rigor {

Pose moved_straight(const Pose& X_WB, const Twist& V_WB, double t) {
  Quaternion q = X_WB.rotation;
  q.coeffs() += t * quaternion_rate(X_WB.rotation, V_WB.angular).coeffs();
  return {q.normalized(), X_WB.translation + t * V_WB.linear};
}

Vector3 turned_straight(const Vector3& w_WB, double t, const Vector3& r_W) {
  const Vector3 half = 0.5 * t * w_WB;
  return Quaternion(1.0, half.x(), half.y(), half.z()).normalized() * r_W;
}

}  // namespace rigor
