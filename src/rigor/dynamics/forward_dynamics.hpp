// SPDX-License-Identifier: Apache-2.0
// dv/dt in O(links) by the articulated body algorithm [Featherstone 2008, chapter 7], split in a
// factorisation that depends on q alone and a solve, so that M⁻¹ can be applied to many rows
// without ever forming a dense matrix.
#pragma once

#include <rigor/dynamics/inverse_dynamics.hpp>

namespace rigor {

/// M(q) factorised link by link, and scratch memory. Made once for a model; nothing below
/// allocates.
struct ArticulatedBodies {
  explicit ArticulatedBodies(const Model& model);

  std::vector<Matrix6> inertias;  ///< articulated inertia about each link's origin
  Matrix6X U;                     ///< inertia times S
  Matrix6X D_inverse;             ///< (S' U + armature)⁻¹ of each joint, in its columns
  std::vector<Vector6> wrenches;
  std::vector<Vector6> accelerations;
  Eigen::VectorXd vdot;      ///< result of the last solve
  std::vector<char> loaded;  ///< links that something acts on, or on those beyond them
  /// Velocities of joints with one velocity that do not change whatever acts on them, as if the
  /// joint were fixed: one for each velocity, or empty: none. To be set before factorising.
  std::vector<char> locked{};
};

/// Factorises M of one mechanism (or of all) at the configuration of `kinematics`.
void factorize(const Model& model, const Mechanism& mechanism, const Kinematics& kinematics,
               ArticulatedBodies& bodies);
void factorize(const Model& model, const Kinematics& kinematics, ArticulatedBodies& bodies);

/// M⁻¹ `efforts` for the velocities of one mechanism: accelerations caused by efforts, velocity
/// jumps caused by impulses, or M⁻¹ J' for a row J. Needs a factorisation at this configuration.
/// Reads efforts[first_v .. end_v), writes bodies.vdot there; other entries are left alone.
void solve(const Model& model, const Mechanism& mechanism, const Kinematics& kinematics,
           const Eigen::VectorXd& efforts, ArticulatedBodies& bodies);

/// M⁻¹ efforts for all mechanisms. Returns bodies.vdot.
const Eigen::VectorXd& inverse_mass_times(const Model& model, const Kinematics& kinematics,
                                          const Eigen::VectorXd& efforts,
                                          ArticulatedBodies& bodies);

/// dv/dt of one mechanism under gravity and loads: M⁻¹ (efforts - h(q, v) + Σ J' wrench). Updates
/// the factorisation. The result is in bodies.vdot[first_v .. end_v).
void forward_dynamics(const Model& model, const Mechanism& mechanism, const Kinematics& kinematics,
                      const Loads& loads, ArticulatedBodies& bodies);

/// dv/dt of all mechanisms. Returns bodies.vdot.
const Eigen::VectorXd& forward_dynamics(const Model& model, const Kinematics& kinematics,
                                        const Loads& loads, ArticulatedBodies& bodies);

}  // namespace rigor
