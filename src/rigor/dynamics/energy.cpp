// SPDX-License-Identifier: Apache-2.0
#include <rigor/dynamics/energy.hpp>

namespace rigor {
namespace {

double spring_energy(const Link& link, const State& state) {
  if (std::holds_alternative<Spherical>(link.joint)) {
    const auto q = state.q.segment<4>(link.first_q);
    const Vector3 angle = log_rotation(Quaternion(q[0], q[1], q[2], q[3]).normalized());
    return 0.5 * link.dofs[0].stiffness * angle.squaredNorm();
  }
  if (!has_plain_coordinates(link.joint)) return 0.0;
  double energy = 0.0;
  for (int k = 0; k < link.velocities; ++k) {
    const Dof& dof = link.dofs[k];
    const double stretch = state.q[link.first_q + k] - dof.neutral;
    energy += 0.5 * dof.stiffness * stretch * stretch;
  }
  return energy;
}

/// Linear momentum, and angular momentum about the link's origin.
Momentum link_momentum(double mass, const LinkMotion& motion) {
  const Vector3& w = motion.velocity.angular;
  return {mass * (motion.velocity.linear + w.cross(motion.com)),
          motion.about_origin * w + mass * motion.com.cross(motion.velocity.linear)};
}

}  // namespace

double kinetic_energy(const Model& model, const Mechanism& mechanism, const State& state,
                      const Kinematics& kinematics) {
  double energy = 0.0;
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    const Link& link = model.links[i];
    const LinkMotion& motion = kinematics.links[i];
    const Momentum h = link_momentum(link.inertia.mass, motion);
    energy += 0.5 * (h.linear.dot(motion.velocity.linear) + h.angular.dot(motion.velocity.angular));
    for (int k = 0; k < link.velocities; ++k) {
      const double v = state.v[link.first_v + k];
      energy += 0.5 * link.dofs[k].armature * v * v;
    }
  }
  return energy;
}

double kinetic_energy(const Model& model, const State& state, const Kinematics& kinematics) {
  double energy = 0.0;
  for (const Mechanism& mechanism : model.mechanisms)
    energy += kinetic_energy(model, mechanism, state, kinematics);
  return energy;
}

double potential_energy(const Model& model, const Mechanism& mechanism, const State& state,
                        const Kinematics& kinematics) {
  double energy = 0.0;
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    const Link& link = model.links[i];
    const LinkMotion& motion = kinematics.links[i];
    energy -= link.inertia.mass * model.gravity.dot(motion.p_WL + motion.com);
    energy += spring_energy(link, state);
  }
  return energy;
}

double potential_energy(const Model& model, const State& state, const Kinematics& kinematics) {
  double energy = 0.0;
  for (const Mechanism& mechanism : model.mechanisms)
    energy += potential_energy(model, mechanism, state, kinematics);
  return energy;
}

Momentum momentum(const Model& model, const Kinematics& kinematics, const Vector3& p_W) {
  Momentum sum;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const LinkMotion& motion = kinematics.links[i];
    const Momentum h = link_momentum(model.links[i].inertia.mass, motion);
    sum.linear += h.linear;
    sum.angular += h.angular + (motion.p_WL - p_W).cross(h.linear);
  }
  return sum;
}

MassCentre mass_centre(const Model& model, const Mechanism& mechanism,
                       const Kinematics& kinematics) {
  MassCentre centre;
  Vector3 moment = Vector3::Zero();
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    const double mass = model.links[i].inertia.mass;
    const LinkMotion& motion = kinematics.links[i];
    centre.mass += mass;
    moment += mass * (motion.p_WL + motion.com);
  }
  if (centre.mass > 0.0) centre.p_W = moment / centre.mass;
  return centre;
}

}  // namespace rigor
