// SPDX-License-Identifier: Apache-2.0
#include <rigor/dynamics/jacobian.hpp>

namespace rigor {

Matrix6X link_jacobian(const Model& model, const Kinematics& kinematics, int link,
                       const Vector3& p_W) {
  Matrix6X J = Matrix6X::Zero(6, model.v_size);
  for (int j = link; j != kWorldLink; j = model.links[j].parent) {
    const Link& owner = model.links[j];
    const Vector3 offset = p_W - kinematics.links[j].p_WL;
    for (int k = owner.first_v; k < owner.first_v + owner.velocities; ++k)
      J.col(k) = shifted(Twist::from(kinematics.S.col(k)), offset).vector();
  }
  return J;
}

void add_efforts(const Model& model, const Kinematics& kinematics, int link, const Vector3& p_W,
                 const Wrench& wrench, Eigen::VectorXd& efforts) {
  for (int j = link; j != kWorldLink; j = model.links[j].parent) {
    const Link& owner = model.links[j];
    const Vector3 offset = p_W - kinematics.links[j].p_WL;
    const Wrench about = shifted(wrench, -offset);
    Vector6 F;
    F.head<3>() = about.force;
    F.tail<3>() = about.moment;
    for (int k = owner.first_v; k < owner.first_v + owner.velocities; ++k)
      efforts[k] += kinematics.S.col(k).dot(F);
  }
}

}  // namespace rigor
