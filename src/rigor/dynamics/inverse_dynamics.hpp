// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/dynamics/kinematics.hpp>

namespace rigor {

/// What acts on the bodies besides gravity: efforts along the velocities, and a wrench on each
/// link in world axes about its origin.
struct Loads {
  explicit Loads(const Model& model);

  Eigen::VectorXd efforts;
  std::vector<Wrench> wrenches;
};

/// Scratch memory of inverse dynamics; made once for a model.
struct InverseDynamics {
  explicit InverseDynamics(const Model& model);

  std::vector<Twist> accelerations;  ///< of the links, beyond their bias accelerations
  std::vector<Wrench> wrenches;      ///< through each link's joint, about the link's origin
  Eigen::VectorXd efforts;           ///< the result
};

/// The efforts that give the accelerations dv/dt = `vdot` under gravity and the wrenches of
/// `loads` (its efforts are not read): M vdot + bias, by the recursive Newton-Euler algorithm.
/// Springs, dampers and forces of the model count only if `loads` holds them. Allocation-free;
/// returns workspace.efforts.
const Eigen::VectorXd& inverse_dynamics(const Model& model, const Kinematics& kinematics,
                                        const Eigen::VectorXd& vdot, const Loads& loads,
                                        InverseDynamics& workspace);

/// The bias h(q, v): inverse dynamics at vdot = 0 without loads, i.e. M dv/dt + h = efforts.
Eigen::VectorXd bias_efforts(const Model& model, const Kinematics& kinematics);

/// The wrench about the link's origin that makes it accelerate with A (gravity subtracted) while it
/// turns with ω: f = m (a + α × c + ω × (ω × c)), n = I α + m c × a + ω × I ω.
inline Wrench inertial_wrench(double mass, const LinkMotion& motion, const Twist& A) {
  const Vector3& w = motion.velocity.angular;
  return {mass * (A.linear + A.angular.cross(motion.com) + w.cross(w.cross(motion.com))),
          motion.about_origin * A.angular + mass * motion.com.cross(A.linear) +
              w.cross(motion.about_origin * w)};
}

}  // namespace rigor
