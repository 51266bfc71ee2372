// SPDX-License-Identifier: Apache-2.0
// A box that slides or sticks on the ground under Coulomb's law.
#pragma once

#include <cmath>

#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/random.hpp>

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

/// A box on a random slope that slides and turns about its first corner; the spin is ten to a power
/// from `lowest` to `highest`.
inline BoxOnGround turning_box(Random& random, double lowest, double highest) {
  const Vector3 half(random.uniform(0.05, 0.4), random.uniform(0.05, 0.4),
                     random.uniform(0.02, 0.6));
  const double spin = std::pow(10.0, random.uniform(lowest, highest));
  BoxOnGround at(half, random.uniform(0.1, 1.5), moving(-spin * half.y(), spin * half.x(), spin));
  at.boxes.model->gravity = {random.uniform(-8.0, 8.0), random.uniform(-8.0, 8.0), -9.81};
  return at;
}

}  // namespace rigor
