// SPDX-License-Identifier: Apache-2.0
#include <rigor/contact/body_motion.hpp>

namespace rigor {

JetVector direction_jet(const BodyMotion& body, const Vector3& u_W) {
  const Vector3& w = body.V_WB.angular;
  const Vector3 rate = w.cross(u_W);
  return {u_W, rate, body.A_bias_WB.angular.cross(u_W) + w.cross(rate)};
}

JetVector point_jet(const BodyMotion& body, const Vector3& r_W) {
  const JetVector arm = direction_jet(body, r_W);
  return {body.X_WB.translation + arm.value, body.V_WB.linear + arm.rate,
          body.A_bias_WB.linear + arm.second};
}

}  // namespace rigor
