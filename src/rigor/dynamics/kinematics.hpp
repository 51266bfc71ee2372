// SPDX-License-Identifier: Apache-2.0
// Where every link is and how it moves. All vectors are in world axes, and the spatial ones refer
// to the link's own origin, so that no precision is lost far from the world's origin.
#pragma once

#include <vector>

#include <Eigen/Core>

#include <rigor/dynamics/model.hpp>
#include <rigor/dynamics/state.hpp>

namespace rigor {

using Matrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// One link at one state.
struct LinkMotion {
  Matrix3 R_WL = Matrix3::Identity();
  Vector3 p_WL = Vector3::Zero();  ///< the link's origin
  Vector3 r = Vector3::Zero();     ///< from the parent's origin (or the world's) to the link's
  Twist velocity;                  ///< V_WL
  /// d(V_WL)/dt when all dv/dt are zero: of the origin and angular. Holds centripetal and Coriolis
  /// terms and the acceleration of driven links, no gravity.
  Twist bias_acceleration;
  Vector3 com = Vector3::Zero();           ///< from the link's origin to its centre of mass
  Matrix3 about_origin = Matrix3::Zero();  ///< inertia about the link's origin
};

/// All links at one state. Made once for a model, updated without allocation.
struct Kinematics {
  explicit Kinematics(const Model& model);

  std::vector<LinkMotion> links;
  /// Column k: the motion (linear, angular) of the link whose joint owns velocity k, at its
  /// origin, for unit v[k] and a parent at rest.
  Matrix6X S;
};

/// Everything in `kinematics` at the state. Quaternions need not be normalised. Allocation-free.
void update(const Model& model, const State& state, Kinematics& kinematics);

/// The same for the links of one mechanism only.
void update(const Model& model, const Mechanism& mechanism, const State& state,
            Kinematics& kinematics);

/// Pose of a link; the quaternion is made from the rotation matrix.
Pose pose(const LinkMotion& motion);

/// Velocity of the link's point that is now at p_W, m/s.
Vector3 point_velocity(const LinkMotion& motion, const Vector3& p_W);

/// Acceleration of the link's point that is now at p_W when all dv/dt are zero: a row J of that
/// point has J̇ v = this, m/s².
Vector3 point_bias_acceleration(const LinkMotion& motion, const Vector3& p_W);

}  // namespace rigor
