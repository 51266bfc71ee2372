// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/spatial/quaternion.hpp>
#include <rigor/spatial/vector.hpp>

namespace rigor {

/// X_AB: maps coordinates in frame B to frame A, p_A = R p_B + p.
struct Pose {
  Quaternion rotation = Quaternion::Identity();  ///< R_AB, unit
  Vector3 translation = Vector3::Zero();         ///< p_AB, the origin of B in A, metres

  /// The point given in B, expressed in A.
  Vector3 operator*(const Vector3& p_B) const { return rotation * p_B + translation; }
  /// X_AC = X_AB X_BC.
  Pose operator*(const Pose& X_BC) const;
};

/// X_BA of X_AB.
Pose inverse(const Pose& X_AB);

/// The same pose with its quaternion normalised.
Pose normalized(const Pose& X_AB);

}  // namespace rigor
