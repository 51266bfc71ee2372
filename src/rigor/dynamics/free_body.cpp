// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>

#include <rigor/dynamics/free_body.hpp>

namespace rigor {

FreeBody free_body(const SpatialInertia& inertia) {
  const Matrix3 I = 0.5 * (inertia.about_com + inertia.about_com.transpose());
  return {inertia.mass, 1.0 / inertia.mass, inertia.com, I, I.inverse()};
}

TurnedBody turned(const FreeBody& body, const Matrix3& R_WB) {
  return {body.mass, body.inverse_mass, R_WB * body.com, R_WB * body.about_com * R_WB.transpose(),
          R_WB * body.about_com_inverse * R_WB.transpose()};
}

Matrix6 mass_matrix(const TurnedBody& body) {
  return mass_matrix(SpatialInertia{body.mass, body.com, body.about_com});
}

Vector6 inverse_mass_times(const TurnedBody& body, const Vector6& f) {
  const Vector3 force = f.head<3>();
  const Vector3 moment = f.tail<3>();
  const Vector3 alpha = body.about_com_inverse * (moment - body.com.cross(force));
  Vector6 a;
  a << body.inverse_mass * force - alpha.cross(body.com), alpha;
  return a;
}

Vector6 free_acceleration(const TurnedBody& body, const Vector3& w_WB, const Vector3& gravity) {
  const Vector3 momentum = body.about_com * w_WB;
  const Vector3 alpha = body.about_com_inverse * momentum.cross(w_WB);  // -ω × I_c ω
  Vector6 a;
  a << gravity - alpha.cross(body.com) - w_WB.cross(w_WB.cross(body.com)), alpha;
  return a;
}

Vector6 acceleration(const TurnedBody& body, const Vector3& w_WB, const Vector3& gravity,
                     const Wrench& load) {
  return free_acceleration(body, w_WB, gravity) + inverse_mass_times(body, load.vector());
}

double kinetic_energy(const TurnedBody& body, const Vector6& v) {
  return kinetic_energy(SpatialInertia{body.mass, body.com, body.about_com}, Twist::from(v));
}

double potential_energy(const TurnedBody& body, const Vector3& p_WB, const Vector3& gravity) {
  return -body.mass * gravity.dot(p_WB + body.com);
}

}  // namespace rigor
