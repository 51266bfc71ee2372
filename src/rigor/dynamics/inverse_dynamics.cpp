// SPDX-License-Identifier: Apache-2.0
#include <rigor/dynamics/inverse_dynamics.hpp>

namespace rigor {
namespace {

/// S vdot of one joint.
Twist joint_acceleration(const Link& link, const Kinematics& kinematics,
                         const Eigen::VectorXd& vdot) {
  Vector6 a = Vector6::Zero();
  for (int k = link.first_v; k < link.first_v + link.velocities; ++k)
    a += kinematics.S.col(k) * vdot[k];
  return Twist::from(a);
}

}  // namespace

Loads::Loads(const Model& model)
    : efforts(Eigen::VectorXd::Zero(model.v_size)), wrenches(model.links.size()) {}

InverseDynamics::InverseDynamics(const Model& model)
    : accelerations(model.links.size()),
      wrenches(model.links.size()),
      efforts(Eigen::VectorXd::Zero(model.v_size)) {}

const Eigen::VectorXd& inverse_dynamics(const Model& model, const Kinematics& kinematics,
                                        const Eigen::VectorXd& vdot, const Loads& loads,
                                        InverseDynamics& workspace) {
  const std::size_t count = model.links.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Link& link = model.links[i];
    const LinkMotion& motion = kinematics.links[i];
    // The part beyond the bias acceleration: what vdot adds, carried from link to link.
    Twist added = joint_acceleration(link, kinematics, vdot);
    if (link.parent != kWorldLink) {
      const Twist& parent = workspace.accelerations[link.parent];
      added.linear += parent.linear + parent.angular.cross(motion.r);
      added.angular += parent.angular;
    }
    workspace.accelerations[i] = added;
    const Twist total{motion.bias_acceleration.linear + added.linear - model.gravity,
                      motion.bias_acceleration.angular + added.angular};
    workspace.wrenches[i] = inertial_wrench(link.inertia.mass, motion, total);
    workspace.wrenches[i].force -= loads.wrenches[i].force;
    workspace.wrenches[i].moment -= loads.wrenches[i].moment;
  }
  for (std::size_t i = count; i-- > 0;) {
    const Link& link = model.links[i];
    const Wrench& F = workspace.wrenches[i];
    for (int n = 0; n < link.velocities; ++n) {
      const int k = link.first_v + n;
      workspace.efforts[k] = kinematics.S.col(k).dot(F.vector()) + link.dofs[n].armature * vdot[k];
    }
    if (link.parent == kWorldLink) continue;
    Wrench& parent = workspace.wrenches[link.parent];
    parent.force += F.force;
    parent.moment += F.moment + kinematics.links[i].r.cross(F.force);
  }
  return workspace.efforts;
}

Eigen::VectorXd bias_efforts(const Model& model, const Kinematics& kinematics) {
  InverseDynamics workspace(model);
  return inverse_dynamics(model, kinematics, Eigen::VectorXd::Zero(model.v_size), Loads(model),
                          workspace);
}

}  // namespace rigor
