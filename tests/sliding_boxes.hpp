// SPDX-License-Identifier: Apache-2.0
// Boxes side by side on the ground that slide straight on, each at its own speed: v - μ g t,
// however many they are.
#pragma once

#include "box_on_ground.hpp"

namespace rigor {

struct SlidingBoxes {
  BoxWorld boxes;
  Cluster cluster;
  Mode mode;

  SlidingBoxes(const std::vector<double>& speeds, double mu) {
    const Vector3 half(0.2, 0.2, 0.1);
    BoxWorldSetup setup;
    setup.ground = true;
    setup.law = Law::Coulomb;
    setup.friction = mu;
    boxes = box_world(std::vector<Vector3>(speeds.size(), half), setup);
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      const auto body = static_cast<std::uint32_t>(i);
      cluster.bodies.push_back(body);
      cluster.states.push_back(resting_at(Vector3(0, 1.0 * body, half.z() + kTestSkin)));
      cluster.states.back().v = moving(speeds[i], 0, 0);
      for (const std::uint32_t corner : {0U, 2U, 4U, 6U})
        mode.contacts.push_back({on_ground(body, corner), ContactState::Slip, 0.0});
    }
  }

  ModeMotion motion() const { return coulomb_motion(boxes.world, cluster, mode); }
};

/// Twelve of them, 36 rows: the slowest at `least` m/s, each of the others as much faster.
inline SlidingBoxes twelve_sliding_boxes(double least, double mu) {
  std::vector<double> speeds;
  for (int i = 1; i <= 12; ++i) speeds.push_back(least * i);
  return {speeds, mu};
}

}  // namespace rigor
