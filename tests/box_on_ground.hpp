// SPDX-License-Identifier: Apache-2.0
// A box that slides or sticks on the ground under Coulomb's law.
#pragma once

#include <rigor/motion/coulomb_motion.hpp>

#include "small_world.hpp"

namespace rigor {

inline constexpr double kTestSkin = 1e-8;

/// A box on the ground, all of whose lower corners slide (or stick).
struct BoxOnGround {
  BoxWorld boxes;
  Cluster cluster{{0}, {BodyState{}}};
  Mode mode;

  BoxOnGround(const Vector3& half, double mu, const Vector6& v,
              ContactState state = ContactState::Slip, Law law = Law::Coulomb) {
    BoxWorldSetup setup;
    setup.ground = true;
    setup.law = law;
    boxes = box_world({half}, setup);
    for (Surface& surface : boxes.model->surfaces) surface.friction = mu;
    cluster.states[0] = resting_at(Vector3(0, 0, half.z() + kTestSkin));
    cluster.states[0].v = v;
    for (const std::uint32_t corner : {0U, 2U, 4U, 6U})
      mode.contacts.push_back({on_ground(0, corner), state, 0.0});
  }

  ModeMotion motion() const { return coulomb_motion(boxes.world, cluster, mode); }
};

inline Vector6 moving(double x, double y, double spin) {
  Vector6 v = Vector6::Zero();
  v << x, y, 0.0, 0.0, 0.0, spin;
  return v;
}

}  // namespace rigor
