// SPDX-License-Identifier: Apache-2.0
// What motors and dry friction in joints do from an event on. Between events a motor with a limit
// stays on one branch of its characteristic, a sampled one holds its output, and a joint with dry
// friction slides one way or sticks: all of that is smooth in time.
//
// Dry friction is bounded, so it takes no part in impacts: joints are let go before one. Then, with
// the velocity v, the acceleration a and what it would take to hold the joint, h,
//
//   v > 0: slides up, v < 0: slides down;
//   v = 0: sticks if |h| <= friction; else h > friction slides down, h < -friction up; and what
//          begins to slide up has a >= 0.
//
// Contacts and joints depend on each other: an assumption about all joints is made, the event is
// decided under it, and what the outcome contradicts is assumed anew.
#pragma once

#include <rigor/decision/event.hpp>

namespace rigor {

/// Below this speed, m/s or rad/s, the forces say whether a joint moves: impacts leave as much.
inline constexpr double kStillJoint = 1e-9;
/// A joint lets go where it takes more than its friction to hold it, by this fraction of it.
inline constexpr double kHoldingSlack = 1e-12;

/// Whether some joint of the bodies has dry friction.
bool has_dry_joints(const Cluster& cluster);
/// Whether some tree has inputs that events change: motors with limits, samples, dry friction.
bool has_inputs(const Cluster& cluster);

/// Takes the samples that are due at the cluster's instant and puts motors on the branches that its
/// state says. Joints with dry friction that move slide; the others stick if they did or have no
/// state yet.
void renew_inputs(Cluster& cluster);

/// Lets go of joints with dry friction, for an impact.
void release_joints(Cluster& cluster);

/// After it: what `assumed` says of joints that do not move, and otherwise what their velocity
/// says; motors on the branches of the new velocity.
void hold_joints(const Cluster& assumed, Cluster& cluster);

/// Which of the joints that contradict their assumption are assumed anew. All at once is fast and
/// may lead back to where it began; one by one, always the first that contradicts, does not where
/// the joints' masses alone couple them: the least-index rule for linear complementarity problems
/// with positive definite matrices (Murty 1974).
enum class Mending : std::uint8_t { AllAtOnce, OneByOne };

/// The joints of the outcome that contradict what they do, mended in `assumed`. Returns whether
/// there were any; nothing if the accelerations could not be computed.
std::optional<bool> mend_joints(const World& world, const ResolvedEvent& outcome, Mending mending,
                                Cluster& assumed);

/// What joints with dry friction do, in order; for telling assumptions apart.
std::vector<JointSlide> slides_of(const Cluster& cluster);

}  // namespace rigor
