// SPDX-License-Identifier: Apache-2.0
// Joints among the forces of a record. What a joint does to its child is what the child's motion
// needs beyond gravity, given forces and contacts, and what the child's own children ask for: with
// the wrenches N_i that links need, C_i of contacts, about the origin of link i,
//
//   W_i = N_i - C_i + Σ W_c over the children c of i, shifted to the origin of i,
//
// from the last links to the first [Featherstone 2008, chapter 5]. Where contacts leave a choice,
// or joints close loops, they are found together: to the split of forces (force_split.hpp) a joint
// is a contact that gives any wrench but along its motions; there it gives what springs and motors
// do.
#pragma once

#include <rigor/motion/force_split.hpp>
#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// A joint among the bodies of a cluster.
struct BodyJoint {
  std::uint32_t number = 0;  ///< in the trace
  int parent = -1;           ///< places of its bodies; -1: none that forces move
  int child = 0;
  const Loop* loop = nullptr;  ///< of the model; null: a joint of the tree
  std::uint8_t at_lower = 0;   ///< motions held at their limits, as in trace::JointForce
  std::uint8_t at_upper = 0;
};

/// The joints of the bodies' trees, parents before children, then those that close loops.
std::vector<BodyJoint> joints_of(const World& world, const Cluster& cluster);

/// Marks the motions that one of the limits holds; contacts that are no limits are passed over.
void mark_limits(const Cluster& cluster, const std::vector<PairId>& limits,
                 std::vector<BodyJoint>& joints);

/// What the links of a tree need at one instant, and what acts along the motions of their joints.
struct TreeNeeds {
  std::vector<Vector6> wrenches;  ///< per link of the tree: N_i, about its origin, world axes
  Eigen::VectorXd efforts;        ///< per velocity: springs, motors, less what rotors take
};

/// Where the joints accelerate by `a` at `time` seconds.
TreeNeeds tree_needs(const PlacedTree& tree, const Eigen::VectorXd& a, double time);

/// Adds what `efforts`, per velocity of the tree that `first` leads, are on its links, about their
/// origins: along those motions of joints that no limit and no dry friction holds.
void add_given(const Cluster& cluster, const std::vector<BodyJoint>& joints, int first,
               const Eigen::VectorXd& efforts, std::vector<Vector6>& to);

/// The joints as contacts of the split: two each, forces and moments.
void add_joint_contacts(const Cluster& cluster, const std::vector<BodyJoint>& joints,
                        std::vector<SplitContact>& contacts);

/// A body of the split: a link's moments are about its origin.
SplitBody split_body(const World& world, const Cluster& cluster, int place, const Vector6& needed);

/// The wrenches on the children about their anchors. `contacts` are those of the split, joints
/// last, `forces` what they give; of joints only what loops give is read.
std::vector<Vector6> joint_wrenches(const Cluster& cluster, const std::vector<BodyJoint>& joints,
                                    std::vector<Vector6> needed,
                                    const std::vector<SplitContact>& contacts,
                                    const std::vector<Vector3>& forces);

}  // namespace rigor
