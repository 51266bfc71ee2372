// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include <rigor/integration/plane_world.hpp>

namespace rigor {

/// The state with its contacts put right, and how far a vertex moved at most (m).
struct Projected {
  BodyState state;
  double moved = 0.0;
};

/// The gaps could not be put right within the limit; the reason in words.
struct ProjectionFailure {
  const char* reason = "";
};

using ProjectionOutcome = std::variant<Projected, ProjectionFailure>;

/// What each gap is to become.
struct GapGoals {
  std::vector<ContactId> equal;     ///< brought to `gap` exactly (to rounding)
  std::vector<ContactId> at_least;  ///< brought to at least `floor`
  double gap = 0.0;
  double floor = 0.0;
  double limit = 0.0;  ///< no vertex may move further
};

/// Moves the body least, in the metric of its mass and rotation included, so that *each* gap meets
/// its goal: one convex QP per Newton step. [TR eqn:DAE2] The velocity is left alone.
ProjectionOutcome project_position(const World& world, const MovingBody& body,
                                   const BodyState& state, const GapGoals& goals);

/// A velocity on the constraints of a mode, and the impulses that brought it there.
struct ProjectedVelocity {
  Vector6 v = Vector6::Zero();
  std::vector<Vector3> impulses_W;  ///< of the mode's contacts on the body, N s
};

/// The velocity nearest in energy with zero normal speed at every contact of the mode and zero
/// tangential speed at those that stick. Exactly zero if the mode leaves no freedom.
ProjectedVelocity project_velocity(const World& world, const MovingBody& body,
                                   const BodyState& state, const std::vector<ActiveContact>& mode);

}  // namespace rigor
