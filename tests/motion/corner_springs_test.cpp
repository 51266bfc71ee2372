// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include <gtest/gtest.h>

#include <rigor/motion/corner_springs.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

/// Stiffness at the corners of a box that slides on a fixed one of its own size, shifted and
/// turned.
std::vector<double> stiffness_of(double x, double y, double yaw) {
  BoxWorldSetup setup;
  setup.fixed = 1;
  setup.law = Law::Coulomb;
  BoxWorld boxes = box_world({Vector3(0.2, 0.2, 0.1), Vector3(0.2, 0.2, 0.1)}, setup);
  for (Surface& surface : boxes.model->surfaces) surface.friction = 0.4;
  Cluster cluster{{1}, {resting_at(Vector3(x, y, 0.2 + kTestSkin), turn(yaw, Vector3::UnitZ()))}};
  cluster.states[0].v = moving(0.8, 0.3, 1.7);
  Mode mode;
  mode.contacts = full_mode(boxes.world, cluster, {pair_of(0, 1)});
  for (ActiveContact& contact : mode.contacts) contact.state = ContactState::Slip;
  const ModeMotion motion = coulomb_motion(boxes.world, cluster, mode);
  PlacedContacts contacts(motion);
  Eigen::VectorXd a(6);
  contacts.bodies().place(cluster.states, 0.0, a);
  for (const ModeMotion::Force& force : motion.forces) contacts.place(force.contact);
  std::vector<double> stiffness(motion.forces.size(), 1.0);
  set_stiffness(motion, contacts, stiffness);
  return stiffness;
}

TEST(CornerSprings, OfARectangleAreEqualAndOfAnyFaceAddUpToFour) {
  for (const double stiffness : stiffness_of(0.05, 0.03, 0.0)) EXPECT_NEAR(stiffness, 1.0, 1e-12);
  for (const double yaw : {0.2, 0.5, 0.785}) {
    const std::vector<double> octagon = stiffness_of(0.01, 0.0, yaw);
    EXPECT_EQ(octagon.size(), 8U) << yaw;
    EXPECT_NEAR(std::accumulate(octagon.begin(), octagon.end(), 0.0), 4.0, 1e-12) << yaw;
    // The rim turns by yaw and by π/2 - yaw in turn, and shares are in proportion.
    for (const double k : octagon)
      EXPECT_LE(std::min(std::abs(k - 4.0 * yaw / (2.0 * M_PI)),
                         std::abs(k - 4.0 * (M_PI / 2.0 - yaw) / (2.0 * M_PI))),
                1e-6)
          << yaw;
  }
}

}  // namespace
}  // namespace rigor
