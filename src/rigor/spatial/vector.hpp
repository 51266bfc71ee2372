// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace rigor {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;
/// Spatial vectors: linear part first, then angular.
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// [a]ₓ, the matrix with [a]ₓ b = a × b.
inline Matrix3 cross_matrix(const Vector3& a) {
  Matrix3 m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

}  // namespace rigor
