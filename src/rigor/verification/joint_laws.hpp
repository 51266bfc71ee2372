// SPDX-License-Identifier: Apache-2.0
// What joints may do. With F the force and N the moment of a joint on its child, about the child's
// anchor, and the axes a of the motions that its kind allows (the child turns about a, or slides
// along it):
//
//   free       N·a = 0 (turns), F·a = 0 (slides), unless something is on file as acting there
//   at limits  pushes back: N·a >= 0 at the lower, <= 0 at the upper limit, and the joint is there
//
// At events this holds of either phase; a limit that is struck obeys the law of impact
// (impulse_laws.hpp), the speed along a for that along the normal, e that of the limit.
// The rest of F and N is what the joint holds; it does no work, since anchors and axes agree
// (joint_rules.hpp). Along motions on which springs, dampers, dry friction, motors or rotors act
// nothing is claimed of how much they do. Of a planar joint's ways in its plane, and of limits of
// planar joints, only the absence of force is asked for where nothing acts and no limit holds.
// What is broken is added up for parent and child: N s, moments over the child's radius of
// gyration.
#pragma once

#include <optional>

#include <rigor/verification/contact_laws.hpp>
#include <rigor/verification/impulse_laws.hpp>

namespace rigor::verification {

/// What one record leaves of these rules.
Unlawful unlawful_joint(const Movers& movers, const trace::JointForce& force, Nodes& nodes);

/// The same for an impulse at an event, of each of its phases.
Unlawful unlawful_joint(BodiesAround& bodies, const trace::EventJoint& impulse);

}  // namespace rigor::verification
