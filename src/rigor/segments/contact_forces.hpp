// SPDX-License-Identifier: Apache-2.0
// The forces that a published motion goes by, for the record: what the bodies' accelerations need
// beyond gravity and given forces, split over the points at which they touch and the joints that
// hold them together.
#pragma once

#include <rigor/motion/collocation.hpp>
#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// A motion whose forces are wanted: a trajectory of `length` seconds of which [0, used] is
/// published, in one mode.
struct ForcedMotion {
  const World& world;
  const Cluster& start;
  const Mode& mode;
  const Trajectory& trajectory;
  const std::vector<SlipLoad>& loads;          ///< that it was made with
  const std::vector<std::uint32_t>& segments;  ///< numbers of the bodies' segments
  double length = 0.0;
  double used = 1.0;
  trace::Time end{};  ///< where that is
};

/// The forces of a motion, ordered by time, and then by pair or joint.
struct RecordedForces {
  std::vector<trace::ContactForce> contacts;
  std::vector<trace::JointForce> joints;
};

/// The forces of every touching pair and every joint: one record per pair and stretch, or several
/// stretches where no one pattern of forces pushes and stays in its cones. The sums are those of
/// the motion to its interpolation error; the split is the motion's own where it slips, and else
/// the shortest one.
RecordedForces recorded_forces(const ForcedMotion& motion);

/// Ends the forces at an earlier instant.
void cut_forces(RecordedForces& forces, const trace::Time& end);

}  // namespace rigor
