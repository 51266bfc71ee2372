// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/spatial/pose.hpp>

namespace rigor {

/// Where B is seen from A: p_A = R p_B + p. Positions are subtracted before anything is rotated, so
/// the error is about 1e-16 times the bodies' size and distance, wherever in the world they are.
struct RelativePose {
  Matrix3 R = Matrix3::Identity();
  Vector3 p = Vector3::Zero();

  Vector3 operator*(const Vector3& p_B) const { return R * p_B + p; }
};

inline RelativePose relative(const Pose& X_WA, const Pose& X_WB) {
  const Matrix3 R_WA = rotation_matrix(X_WA.rotation);
  return {R_WA.transpose() * rotation_matrix(X_WB.rotation),
          R_WA.transpose() * (X_WB.translation - X_WA.translation)};
}

}  // namespace rigor
