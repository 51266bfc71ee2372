// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <rigor/motion/mode_motion.hpp>

namespace rigor {

/// The bodies of a mode at one instant: where they and the driven ones are, how they accelerate
/// without contacts, and what a push does to their accelerations. Made once per segment, so that
/// placing allocates nothing. The mode must outlive it.
class PlacedBodies {
 public:
  explicit PlacedBodies(const ModeMotion& motion);

  /// At these states, one per body, which must live as long as they are asked about, `after`
  /// seconds from the start of the mode. Their accelerations without contacts are written to `a`.
  void place(std::span<const BodyState> states, double after, Eigen::VectorXd& a);

  const BodyState& state(int place) const { return states_[place]; }
  const Matrix3& rotation(int place) const { return rotations_[place]; }
  /// The mode's driven bodies.
  const BodyMotion& drive(int i) const { return drives_[i]; }
  /// A body that is driven, or moved by forces, or stays at `still`: whichever number is not -1.
  BodyMotion motion_of(int place, int drive, const Pose& still) const;
  /// What given forces and those of joints do per second, watts.
  double load_power() const { return load_power_; }

  /// M⁻¹ f of a free body, f about its origin, which is its centre of mass.
  Vector6 response(int place, const Vector6& f) const {
    Vector6 a;
    a.head<3>() = turned_[place].inverse_mass * f.head<3>();
    a.tail<3>().noalias() = turned_[place].about_com_inverse * f.tail<3>();
    return a;
  }
  /// M⁻¹ f of the tree that the body is a link of, f over its velocities; until it is asked again.
  const Eigen::VectorXd& tree_response(int place, const Eigen::VectorXd& f);
  /// Adds what a wrench about the body's origin does to the accelerations.
  void push(int place, const Vector6& wrench, Eigen::VectorXd& a);

  /// See the function of that name in tree.hpp; of the tree whose first link has this place, with
  /// the accelerations of all unknowns and a wrench per body.
  Eigen::VectorXd holding_efforts(int place, const Eigen::VectorXd& a,
                                  const std::vector<Vector6>& wrenches) const;

 private:
  void accelerate_trees(double after, Eigen::VectorXd& a);

  const ModeMotion& motion_;
  std::span<const BodyState> states_;
  std::vector<Matrix3> rotations_;
  std::vector<TurnedBody> turned_;  ///< of free bodies
  std::vector<BodyMotion> drives_;
  std::vector<TreeWorkspace> workspaces_;
  std::vector<int> workspace_of_;  ///< per body, -1: free; empty without trees
  double load_power_ = 0.0;
};

}  // namespace rigor
