// SPDX-License-Identifier: Apache-2.0
// How bodies move between events under the world's law: which of the corners that slide carry the
// load.
#pragma once

#include <rigor/motion/carrying_corners.hpp>
#include <rigor/motion/mode_solution.hpp>

namespace rigor {

/// The motion of a mode under Coulomb's law. Where pairs slide, friction acts at their corners, and
/// of those at which springs would have to pull, none carries load; those without load would
/// not push, if there is such a set of corners. Where the mode says how the law shared the load,
/// and nothing pulls by it, the corners share it so.
ModeMotion coulomb_motion(const World& world, const Cluster& cluster, const Mode& mode);

/// The sliding motion with its load on other corners, so that at this instant none with load pulls
/// and none without would push. Nothing if no set of corners does: then the mode itself ends.
std::optional<ModeMotion> with_load_shifted(ModeMotion motion, const Cluster& cluster, double load,
                                            const std::vector<Vector3>& slips);

/// The motion of a mode under the world's law. Where no set of sliding corners is such that all
/// springs of it push and no other would, those of the least total load carry.
ModeMotion motion_in_mode(const World& world, const Cluster& cluster, const Mode& mode);

/// The forces of a mode that says which loads the law gave to its sliding corners, with those of
/// the contacts that stick beside them: the shortest ones that keep the mode's rows. The springs of
/// the motion, pressed in by all of these, then begin with just these forces. Nothing if the loads
/// do not belong to the mode: no forces of what sticks keep its rows beside them.
std::optional<std::vector<CornerLoad>> with_held_forces(const World& world, const Cluster& cluster,
                                                        const Mode& mode);

/// Evaluates the mode at the instant and the states of the cluster; slips go on and are updated.
RankCheck solve(ModeSolution& solution, const ModeMotion& motion, const Cluster& cluster,
                std::vector<Vector3>& slips);

/// The directions of slip a mode starts with.
std::vector<Vector3> starting_slips(const ModeMotion& motion);

/// The sliding force that pulls most among those loaded below `least`, or -1.
int most_pulling(const ModeMotion& motion, const ModeSolution& solution, double least);

}  // namespace rigor
