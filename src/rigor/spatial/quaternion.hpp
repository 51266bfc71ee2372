// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <Eigen/Geometry>

#include <rigor/spatial/vector.hpp>

namespace rigor {

/// Rotations as unit quaternions; constructed as (w, x, y, z), and stored in files in that order.
using Quaternion = Eigen::Quaterniond;

/// The four numbers in file order (w, x, y, z).
std::array<double, 4> wxyz(const Quaternion& q);
Quaternion from_wxyz(const std::array<double, 4>& values);

/// The rotation by |phi| radians about phi.
Quaternion exp_rotation(const Vector3& phi);

/// The rotation vector phi of q, |phi| <= pi, with exp_rotation(phi) = ±q.
Vector3 log_rotation(const Quaternion& q);

/// dq/dt of a frame that turns with the world-frame angular velocity w_W: q̇ = ½ (0, w) q.
/// Not a unit quaternion.
Quaternion quaternion_rate(const Quaternion& q, const Vector3& w_W);

/// R(q) = Mq(q) / |q|² for any q ≠ 0: the rotation matrix that an unnormalised quaternion stands
/// for.
Matrix3 rotation_matrix(const Quaternion& q);

}  // namespace rigor
