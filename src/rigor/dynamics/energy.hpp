// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/dynamics/kinematics.hpp>

namespace rigor {

/// Σ ½ m |v_c|² + ½ ω·I_c ω over all links (or those of one mechanism), plus ½ armature v² of the
/// joints: ½ v' M v. Joules. (Driven links have no mass here.)
double kinetic_energy(const Model& model, const State& state, const Kinematics& kinematics);
double kinetic_energy(const Model& model, const Mechanism& mechanism, const State& state,
                      const Kinematics& kinematics);

/// Of gravity, -Σ m g·p_c (zero at the world's origin), and of the joints' springs. Joules.
double potential_energy(const Model& model, const State& state, const Kinematics& kinematics);
double potential_energy(const Model& model, const Mechanism& mechanism, const State& state,
                        const Kinematics& kinematics);

/// Momentum of all links: linear (kg m/s), and angular about the point p_W (kg m²/s). The armature
/// of joints is left out: it stands for rotors whose axes a model does not know.
struct Momentum {
  Vector3 linear = Vector3::Zero();
  Vector3 angular = Vector3::Zero();
};
Momentum momentum(const Model& model, const Kinematics& kinematics, const Vector3& p_W);

/// Total mass (kg) and centre of mass of the links of one mechanism; zero if it has no mass.
struct MassCentre {
  double mass = 0.0;
  Vector3 p_W = Vector3::Zero();
};
MassCentre mass_centre(const Model& model, const Mechanism& mechanism,
                       const Kinematics& kinematics);

}  // namespace rigor
