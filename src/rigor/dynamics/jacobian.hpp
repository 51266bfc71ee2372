// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/dynamics/kinematics.hpp>

namespace rigor {

/// J with (velocity of the link's point at p_W, angular velocity) = J v, world axes; plus the
/// motion of driven links. 6 x v_size.
Matrix6X link_jacobian(const Model& model, const Kinematics& kinematics, int link,
                       const Vector3& p_W);

/// Adds J' wrench to `efforts`: what a wrench on the link, in world axes about the point p_W, does
/// along all velocities. With a unit force this is the row of a contact normal or tangent at p_W.
/// O(depth of the link), allocation-free.
void add_efforts(const Model& model, const Kinematics& kinematics, int link, const Vector3& p_W,
                 const Wrench& wrench, Eigen::VectorXd& efforts);

}  // namespace rigor
