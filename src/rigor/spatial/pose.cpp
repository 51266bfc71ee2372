// SPDX-License-Identifier: Apache-2.0
#include <rigor/spatial/pose.hpp>

namespace rigor {

Pose Pose::operator*(const Pose& X_BC) const {
  return {rotation * X_BC.rotation, rotation * X_BC.translation + translation};
}

Pose inverse(const Pose& X_AB) {
  const Quaternion R_BA = X_AB.rotation.conjugate();
  return {R_BA, -(R_BA * X_AB.translation)};
}

Pose normalized(const Pose& X_AB) { return {X_AB.rotation.normalized(), X_AB.translation}; }

}  // namespace rigor
