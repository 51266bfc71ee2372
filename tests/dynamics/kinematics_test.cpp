// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/dynamics/configuration.hpp>
#include <rigor/dynamics/kinematics.hpp>

#include "random_tree.hpp"
#include "sample_links.hpp"

namespace rigor {
namespace {

constexpr double kStep = 1e-4;  // s; central differences of smooth O(10) motions: errors ~ 1e-6

State moved(const Model& model, const State& state, double dt) {
  return {state.time + dt, integrate(model, state.q, dt * state.v), state.v};
}

Model model_on_a_driven_base(const RandomTree& tree) {
  ModelDescription description = tree.description;
  LinkDescription base;
  base.name = "base";
  base.joint = Fixed{};
  base.path = Path{.position = {Signal(Sine{0.0, 0.5, 3.0, 0.2}), constant(1.0),
                                Signal(Polynomial{{0.0, 1.0, -2.0}, 0.0})},
                   .axis = Vector3(2.0, -1.0, 2.0) / 3.0,
                   .angle = Sine{0.1, 0.7, 2.0, 0.0}};
  if (!std::holds_alternative<Free>(description.links[0].joint))
    description.links[0].parent = "base";
  description.links.insert(description.links.begin(), base);
  return unwrap(build(description));
}

TEST(Kinematics, PosesAgreeWithTheComposedJointPoses) {
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    const Model model = unwrap(build(tree.description));
    Kinematics kinematics(model);
    update(model, tree.state, kinematics);
    const auto poses = link_poses(model, tree.state);
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const LinkMotion& motion = kinematics.links[k];
      EXPECT_LE((motion.p_WL - poses[k].translation).norm(), 1e-13) << "tree " << i;
      EXPECT_LE((motion.R_WL - poses[k].rotation.toRotationMatrix()).norm(), 1e-13);
      EXPECT_LE(log_rotation(pose(motion).rotation.conjugate() * poses[k].rotation).norm(), 1e-13);
    }
  }
}

// With constant v (dv/dt = 0): velocities are the derivatives of poses, bias accelerations those of
// velocities; also on a driven base.
TEST(Kinematics, VelocitiesAndBiasAccelerationsAreDerivatives) {
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    const Model model = model_on_a_driven_base(tree);
    State state = tree.state;
    state.time = 0.3;
    Kinematics at(model);
    Kinematics before(model);
    Kinematics after(model);
    update(model, state, at);
    update(model, moved(model, state, -kStep), before);
    update(model, moved(model, state, kStep), after);
    for (std::size_t k = 0; k < model.links.size(); ++k) {
      const LinkMotion& a = before.links[k];
      const LinkMotion& b = after.links[k];
      const LinkMotion& motion = at.links[k];
      const double scale =
          1.0 + motion.velocity.vector().norm() + motion.bias_acceleration.vector().norm();
      const Vector3 linear = (b.p_WL - a.p_WL) / (2.0 * kStep);
      EXPECT_LE((linear - motion.velocity.linear).norm(), 1e-5 * scale) << i << " " << k;
      const Matrix3 turning = (b.R_WL - a.R_WL) / (2.0 * kStep) * motion.R_WL.transpose();
      EXPECT_LE((turning - cross_matrix(motion.velocity.angular)).norm(), 1e-5 * scale);
      const Vector6 rate = (b.velocity.vector() - a.velocity.vector()) / (2.0 * kStep);
      EXPECT_LE((rate - motion.bias_acceleration.vector()).norm(), 1e-4 * scale) << i << " " << k;
    }
  }
}

TEST(Kinematics, PointsOfALinkMoveRigidly) {
  const RandomTree tree = make_random_tree(3);
  const Model model = unwrap(build(tree.description));
  Kinematics at(model);
  Kinematics after(model);
  Kinematics before(model);
  update(model, tree.state, at);
  update(model, moved(model, tree.state, kStep), after);
  update(model, moved(model, tree.state, -kStep), before);
  const Vector3 p_L(0.3, -0.2, 0.5);
  for (std::size_t k = 0; k < model.links.size(); ++k) {
    const auto world = [&p_L](const LinkMotion& motion) {
      return Vector3(motion.p_WL + motion.R_WL * p_L);
    };
    const Vector3 p = world(at.links[k]);
    const Vector3 velocity = (world(after.links[k]) - world(before.links[k])) / (2.0 * kStep);
    const Vector3 acceleration =
        (world(after.links[k]) - 2.0 * p + world(before.links[k])) / (kStep * kStep);
    const double scale = 1.0 + acceleration.norm();
    EXPECT_LE((velocity - point_velocity(at.links[k], p)).norm(), 1e-5 * scale);
    EXPECT_LE((acceleration - point_bias_acceleration(at.links[k], p)).norm(), 1e-4 * scale);
  }
}

TEST(Kinematics, OneMechanismLeavesTheOthersAlone) {
  ModelDescription description = make_random_tree(1).description;
  add_ball(description, 1);
  const Model model = unwrap(build(description));
  State state = neutral_state(model);
  state.v.setOnes();
  Kinematics all(model);
  Kinematics one(model);
  update(model, state, all);
  update(model, model.mechanisms[1], state, one);
  EXPECT_EQ(one.links.back().velocity.vector(), all.links.back().velocity.vector());
  EXPECT_EQ(one.links[1].velocity.vector(), Vector6(Vector6::Zero()));
}

}  // namespace
}  // namespace rigor
