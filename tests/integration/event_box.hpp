// SPDX-License-Identifier: Apache-2.0
// A box of 1 kg on the ground, as an event that is to be decided.
#pragma once

#include <rigor/integration/event_problem.hpp>

#include "box_on_ground.hpp"

namespace rigor {

/// All four lower corners touch; `v` is the box's velocity before the event.
struct EventBox {
  BoxWorld boxes;
  Cluster cluster{{0}, {BodyState{}}};

  EventBox(Law law, double mu, const Vector6& v) {
    BoxWorldSetup setup;
    setup.ground = true;
    setup.law = law;
    boxes = box_world({Vector3(0.2, 0.2, 0.1)}, setup);
    for (Surface& surface : boxes.model->surfaces) surface.friction = mu;
    cluster.states[0] = resting_at(Vector3(0, 0, 0.1 + kTestSkin));
    cluster.states[0].v = v;
  }

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
