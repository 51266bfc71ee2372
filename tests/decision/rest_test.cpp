// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/decision/resolve_event.hpp>
#include <rigor/decision/rest.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

constexpr double kSkin = 1e-8;

/// Two unit cubes on the ground, one upon the other, under Coulomb's law.
struct TwoBoxes {
  BoxWorld boxes = box_world(std::vector<Vector3>(2, Vector3::Constant(0.5)),
                             {.ground = true, .law = Law::Coulomb});
  EventScene scene;

  TwoBoxes() {
    for (Surface& surface : boxes.model->surfaces) surface.friction = 0.5;
    for (const std::uint32_t i : {0U, 1U}) {
      scene.cluster.bodies.push_back(i);
      scene.cluster.states.push_back(
          resting_at(Vector3(0.1 * i, 0.05 * i, 0.5 + kSkin + i * (1.0 + kSkin))));
    }
    scene.near = {pair_of(0, 1)};
  }
};

// Forces of 20 N on 1e-6 kg are known to 1e-16 of them: 1e-9 m/s² and more of the lower box is
// rounding, far above what rest asks for. So is what adds up over a hundred boxes.
TEST(Rest, IsFoundUnderLoadsThatRoundingMakesLarge) {
  for (const double mass : {1.0, 1e-3, 1e-6}) {
    TwoBoxes two;
    two.boxes.world.bodies[0].dynamics =
        free_body({mass, Vector3::Zero(), mass / 6.0 * Matrix3::Identity()});
    const EventOutcome outcome = resolve_event(two.boxes.world, two.scene);
    ASSERT_TRUE(std::holds_alternative<ResolvedEvent>(outcome))
        << mass << " kg: " << std::get<Refusal>(outcome).reason;
    EXPECT_EQ(std::get<ResolvedEvent>(outcome).at_rest, (std::vector<char>{1, 1})) << mass << " kg";
  }
}

// What contacts hold has no acceleration; what they leave free keeps all of it.
TEST(Rest, OnlyWhatContactsHoldIsRounding) {
  const TwoBoxes two;
  const World& world = two.boxes.world;
  const Eigen::VectorXd noise = 1e-9 * Eigen::VectorXd::LinSpaced(12, -1.0, 1.0);
  Mode mode;
  mode.contacts = full_mode(world, two.scene.cluster, two.scene.near);
  for (ActiveContact& contact : mode.contacts) contact.state = ContactState::Stick;
  EXPECT_LE(kept_accelerations(world, two.scene.cluster, mode, noise).norm(), 1e-22);

  for (ActiveContact& contact : mode.contacts)  // the upper box may slide and turn about z
    if (!on_half_space(contact.id.pair)) contact.state = ContactState::Slip;
  Eigen::VectorXd kept = kept_accelerations(world, two.scene.cluster, mode, noise);
  EXPECT_LE(kept.head<6>().norm(), 1e-22);
  Eigen::VectorXd free = Eigen::VectorXd::Zero(6);
  for (const int i : {0, 1, 5}) free[i] = noise[6 + i];
  EXPECT_LE((kept.tail<6>() - free).norm(), 1e-20);

  Cluster moving = two.scene.cluster;  // what moves has biases, and says nothing
  moving.states[1].v[0] = 1.0;
  kept = kept_accelerations(world, moving, mode, noise);
  EXPECT_LE(kept.head<6>().norm(), 1e-22);
  EXPECT_LE((kept.tail<6>() - noise.tail<6>()).norm(), 1e-24);
}

}  // namespace
}  // namespace rigor
