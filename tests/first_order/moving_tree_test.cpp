// SPDX-License-Identifier: Apache-2.0
// One step of mechanisms in closed form.
#include <rigor/first_order/moving_tree.hpp>

#include "first_order/small_mechanisms.hpp"

namespace rigor::first_order {
namespace {

constexpr double kStep = 0.01;

TEST(MovingTree, MotorsAreTakenAtTheEndOfTheStep) {
  const double inertia = 0.5, kp = 300.0, kd = 7.0, target = 0.4, q = 0.1, v = 2.0;
  const SmallScene scene(
      rotor_scene(1.0, "coordinates: 0.1, velocities: 2, motor: {kp: 300, kd: 7, target: 0.4}"));
  const auto run = scene.start();
  MovingTree& tree = run->bodies.trees.at(0);
  push(tree, run->start, kStep);
  const double c = kStep * (kd + kStep * kp);
  EXPECT_NEAR(tree.v[0], (inertia * v + kStep * kp * (target - q)) / (inertia + c), 1e-14);
  EXPECT_NEAR(tree.mass(0, 0), inertia + c, 1e-15);
  EXPECT_NEAR(tree.own_mass(0, 0), inertia, 1e-15);
  EXPECT_TRUE(tree.bounded.empty());
}

TEST(MovingTree, SpringsAndDampersToo) {
  const SmallScene scene(
      rotor_scene(1.0, "coordinates: 0.1, velocities: 2, stiffness: 50, neutral: 0.3, damping: 4"));
  const auto run = scene.start();
  MovingTree& tree = run->bodies.trees.at(0);
  push(tree, run->start, kStep);
  const double c = kStep * (4.0 + kStep * 50.0);
  EXPECT_NEAR(tree.v[0], (0.5 * 2.0 + kStep * 50.0 * 0.2) / (0.5 + c), 1e-14);
}

TEST(MovingTree, LimitedMotorsAndDryFrictionAreBoundedRows) {
  const SmallScene scene(rotor_scene(
      1.0, "velocities: 2, friction: 0.3, motor: {kp: 300, kd: 7, target: 0.4, limit: 5}"));
  const auto run = scene.start();
  MovingTree& tree = run->bodies.trees.at(0);
  push(tree, run->start, kStep);
  EXPECT_NEAR(tree.v[0], 2.0, 1e-15);
  ASSERT_EQ(tree.bounded.size(), 2U);
  EXPECT_NEAR(tree.bounded[0].most, 0.3 * kStep, 1e-15);
  EXPECT_TRUE(std::isinf(tree.bounded[0].drag));
  EXPECT_NEAR(tree.bounded[1].most, 5.0 * kStep, 1e-15);
  EXPECT_NEAR(-tree.bounded[1].drag * tree.bounded[1].offset, kStep * 300.0 * 0.4, 1e-13);
}

// A box that turns about all axes, whole and as two halves joined rigidly.
TEST(MovingTree, AFastSpinTurnsAsThatOfAFreeBody) {
  const std::string motion = ", velocity: {angular: [20, 1, 15]}";
  const SmallScene whole(head(1) +
                         "bodies:\n  - {name: box, shape: {box: [0.4, 0.1, 0.05]}, mass: 2" +
                         motion + "}\n");
  const SmallScene halves(
      head(1) +
      "mechanisms:\n  - name: box\n    links:\n"
      "      - {name: left, joint: {free: {velocities: [0, 0, 0, 20, 1, 15]}}, shape: {box: [0.2, "
      "0.1, 0.05]}, mass: 1}\n"
      "      - {name: right, parent: left, joint: {fixed: {pose: {position: [0.2, 0, 0]}}}, shape: "
      "{box: [0.2, 0.1, 0.05]}, mass: 1}\n");
  const auto body = whole.start();
  const auto tree = halves.start();
  const Vector6 expected = pushed(body->world, body->bodies[0], body->start, kStep);
  MovingTree& moved = tree->bodies.trees.at(0);
  EXPECT_TRUE(moved.swings);
  moved.swings = false;  // as if a motor were on it: bodies do not take midpoints for their turning
  push(moved, tree->start, kStep);
  EXPECT_GT((expected.tail<3>() - Vector3(20, 1, 15)).norm(), 1e-2);  // the spin does change
  EXPECT_LE((moved.v.tail<3>() - expected.tail<3>()).norm(), 1e-12);
}

TEST(MovingTree, TwistsOfLinksAreTheirJacobiansTimesTheVelocities) {
  const SmallScene scene(double_pendulum_scene(1.0));
  const auto run = scene.start();
  MovingTree& tree = run->bodies.trees.at(0);
  const Eigen::Vector2d v(1.5, -0.7);
  set_velocity(v, tree, run->bodies);
  ASSERT_EQ(tree.links.size(), 2U);
  for (const std::uint32_t link : tree.links)
    EXPECT_LE((run->bodies[link].u - jacobian_of(tree, link) * v).norm(), 1e-14);
  EXPECT_EQ(run->bodies.lead(static_cast<int>(tree.links[1])),
            static_cast<int>(tree.links.front()));
  double fastest = 0.0;
  for (const std::uint32_t link : tree.links)
    fastest = std::max(fastest, speed_bound(run->bodies[link], run->bodies[link].u));
  EXPECT_NEAR(speed_bound(tree, run->bodies, v), fastest, 1e-13);
}

}  // namespace
}  // namespace rigor::first_order
