// SPDX-License-Identifier: Apache-2.0
// A box of 1 kg on the ground, as an event that is to be decided.
#pragma once

#include <rigor/decision/event_problem.hpp>

#include "box_on_ground.hpp"

namespace rigor {

/// All four lower corners touch; `v` is the box's velocity before the event.
struct EventBox : BoxOnGround {
  EventBox(Law law, double mu, const Vector6& v, const Vector3& half = {0.2, 0.2, 0.1})
      : BoxOnGround(half, mu, v, ContactState::Slip, law) {}

  /// Refers to this box.
  EventProblem problem() const&& = delete;
  EventProblem problem() const& {
    return make_event(boxes.world, cluster, touching_pairs(boxes.world, cluster, {}, {}), {});
  }
};

inline Vector6 falling(double speed) {
  Vector6 v = Vector6::Zero();
  v[2] = -speed;
  return v;
}

}  // namespace rigor
