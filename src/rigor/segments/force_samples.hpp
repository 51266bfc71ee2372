// SPDX-License-Identifier: Apache-2.0
// A published motion as the split of its forces sees it, at single instants: which points may push
// and how, and what the bodies' accelerations need beyond gravity and given forces.
#pragma once

#include <rigor/segments/contact_forces.hpp>
#include <rigor/segments/joint_forces.hpp>

namespace rigor {

/// One contact of the record, the same along a stretch.
struct KeptContact {
  ContactId id;
  trace::ContactState state = trace::ContactState::Frictionless;
  double viscosity = 0.0;
  /// By so many gaps along the normal from its own point to where the motion lets it push: the
  /// points of its mode lie on one of the bodies, which may not be the one that this corner is of.
  double across = 0.0;
};

/// What a stretch looks like at one instant.
struct ForceSample {
  Cluster cluster;
  std::vector<SplitBody> bodies;       ///< what springs and motors of joints do is taken off
  std::vector<SplitContact> contacts;  ///< joints last
  std::vector<Vector3> drags;          ///< viscous forces, known beforehand
  std::vector<double> loads;           ///< normal forces that the motion had where it slips, N
  std::vector<Vector6> needed;         ///< per body, all that contacts and joints give
};

/// Other samples of the stretch that one goes on from.
struct ForceNeighbours {
  const ForceSample* last = nullptr;   ///< for slips that have no direction at the instant
  const ForceSample* frame = nullptr;  ///< whose tangents are continued
};

class ForceSampler {
 public:
  explicit ForceSampler(const ForcedMotion& motion);

  const ForcedMotion& motion() const { return motion_; }
  const std::vector<BodyJoint>& joints() const { return joints_; }
  bool has_loops() const { return has_loops_; }

  /// The contacts that carry at the fraction s of the motion, pair by pair. Points of sliding pairs
  /// are those that the motion was made with; others where bodies touch then.
  std::vector<KeptContact> kept_at(double s) const;
  /// Where other corners begin to touch, between two fractions of the motion, in order.
  std::vector<double> changes(double from, double to) const;
  ForceSample sample(const std::vector<KeptContact>& kept, double s,
                     const ForceNeighbours& neighbours = {}) const;
  /// Whether no acceleration of a free body changes along the motion.
  bool accelerates_evenly() const;

 private:
  Cluster cluster_at(double s) const;
  /// Fills in what bodies need at an instant, and what acts along the motions of joints.
  void add_bodies(double s, ForceSample& made) const;
  double own_load(const ContactId& id, double s) const;
  double across_gap(const ContactId& id, trace::ContactState state) const;
  SplitContact contact_of(const KeptContact& kept, const Cluster& cluster,
                          const ContactRows& rows) const;

  const ForcedMotion& motion_;
  Eigen::MatrixXd rates_;                      ///< time derivative of the trajectory
  std::vector<Eigen::MatrixXd> tree_rates_{};  ///< and of the joints' velocities
  std::vector<BodyJoint> joints_{};
  bool has_loops_ = false;
};

}  // namespace rigor
