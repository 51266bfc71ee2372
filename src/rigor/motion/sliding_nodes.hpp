// SPDX-License-Identifier: Apache-2.0
// Slow slip is stiff: friction μ λ turns with the direction of slip, so a transverse slip speed u
// is answered by -(μ λ / |slip|) u, and plain sweeps converge only over times of |slip| / (μ λ/m).
// Newton's step for that part alone has the transverse speeds of the slipping points at the nodes
// for unknowns, whatever the bodies:
//
//   u = across·(v₀ + H a Iᵀ) with a += gain response u   =>
//   (1 - H across response gain I) δu = across·(what a plain sweep changes v by).
//
// And where a slip sets out from zero speed the start is no node of the collocation: friction has
// no direction there, and one that is wrong by an angle ε leaves a slip across of ε μ λ/m t, beside
// which the slip itself, of second order in t, is nothing. What the start has is extrapolated.
#pragma once

#include <rigor/motion/motion_nodes.hpp>
#include <rigor/motion/slip_sensitivity.hpp>

namespace rigor {

/// What sliding contacts need beside the bodies: directions and stiffness at every node.
struct SlidingNodes {
  std::vector<std::vector<Vector3>> slips_W;                ///< per node, per force
  std::vector<std::vector<SlipSensitivity>> sensitivities;  ///< per node, per force that slips
  std::vector<KeptSprings> springs;  ///< per node; empty if factors are made anew in every sweep
  int points = 0;                    ///< forces that slip
  std::vector<int> onsets;           ///< forces that set out from zero speed
  std::vector<int> onset_points;     ///< their places among the sensitivities
  /// How accelerations and directions at the other nodes give those of the start; zero if the start
  /// is a node itself.
  Eigen::VectorXd at_start;

  bool sets_out() const { return !onsets.empty(); }
};

/// Whether a mode has so many rows that its forces at one instant are to come by the factor of
/// another one nearby. Those of trees never do.
bool keeps_springs(const ModeMotion& motion);

SlidingNodes sliding_nodes(const ModeMotion& motion, int degree);

/// The direction in which a slip starts, turned with the plane it slides on, `time` seconds later
/// at a node.
Vector3 turned_with_plane(const ModeMotion& motion, int force, const std::vector<BodyNodes>& bodies,
                          int node, double time);

/// The directions of slips that set out, at the start. Only the forces on file read them; what
/// moves the bodies at the start is extrapolated itself.
void extrapolate_onsets(SlidingNodes& sliding);

/// Accelerations at the start by continuity.
void extrapolate_start(const ModeMotion& motion, const Eigen::VectorXd& at_start, MotionNodes& all);

/// Whether slips turn so fast that plain sweeps over this length would not follow them.
bool turn_fast(const SlidingNodes& sliding, double length);

/// Newton's step for the velocities, as a change of the accelerations before they are integrated.
void add_newton_step(const ModeMotion& motion, MotionNodes& all, const SlidingNodes& sliding,
                     const LobattoNodes& nodes, const Eigen::VectorXd& v0, double length);

/// Takes the transverse part out of slips that set out, at every node: a direction that is kept
/// leaves one of second order, which as an angle is of order one.
void remove_transverse_slip(const ModeMotion& motion, MotionNodes& all,
                            const SlidingNodes& sliding);

}  // namespace rigor
