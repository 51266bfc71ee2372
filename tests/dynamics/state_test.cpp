// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include <rigor/dynamics/state.hpp>

#include "sample_links.hpp"

namespace rigor {
namespace {

LinkDescription body(const std::string& name, const std::string& parent, const Joint& joint) {
  return box_link(name, parent, joint, Vector3(0.5, 0.1, 0.1));
}

Model scene() {
  ModelDescription d;
  d.links = {body("ball", "", Free{}), body("arm", "", Revolute{}),
             body("hand", "arm", Spherical{}), body("tray", "", Fixed{})};
  d.links[1].dofs = {Dof{.lower = 0.2, .upper = 1.0}};
  d.links[2].X_PJ.translation = Vector3(1.0, 0.0, 0.0);
  d.links[3].path =
      Path{.position = {Signal(Polynomial{{0.0, 2.0}, 0.0}), constant(0.0), constant(1.0)}};
  return unwrap(build(d));
}

TEST(State, TheNeutralStateIsSound) {
  const Model model = scene();
  const State state = neutral_state(model);
  EXPECT_FALSE(defect(model, state));
  EXPECT_EQ(state.q[3], 1.0);
  EXPECT_EQ(state.q[7], 0.2);
  EXPECT_EQ(state.q[8], 1.0);
}

TEST(State, DefectsNameTheLink) {
  const Model model = scene();
  const auto expect = [&model](const std::function<void(State&)>& change, ModelRule rule,
                               const std::string& where) {
    State state = neutral_state(model);
    change(state);
    const auto error = defect(model, state);
    ASSERT_TRUE(error);
    EXPECT_STREQ(name(error->rule), name(rule));
    EXPECT_NE(error->where.find(where), std::string::npos);
  };
  expect([](State& s) { s.q.resize(3); }, ModelRule::SoundState, "state");
  expect([](State& s) { s.v[2] = NAN; }, ModelRule::SoundState, "state");
  expect([](State& s) { s.q[3] = 1.1; }, ModelRule::SoundState, "ball");
  expect([](State& s) { s.q[9] = 0.5; }, ModelRule::SoundState, "hand");
  expect([](State& s) { s.q[7] = 0.1; }, ModelRule::WithinLimits, "arm");
  expect([](State& s) { s.q[0] = -9999.8; }, ModelRule::WithinWorld, "ball");
  expect([](State& s) { s.time = 6000.0; }, ModelRule::WithinWorld, "tray");
}

TEST(State, LinkPosesFollowTheChain) {
  const Model model = scene();
  State state = neutral_state(model);
  state.q[7] = 0.5;
  state.time = 3.0;
  const auto poses = link_poses(model, state);
  EXPECT_TRUE((poses[2].translation - Vector3(std::cos(0.5), std::sin(0.5), 0.0)).isZero(1e-15));
  EXPECT_TRUE((poses[3].translation - Vector3(6.0, 0.0, 1.0)).isZero(1e-15));
}

TEST(State, NormalizeTouchesQuaternionsOnly) {
  const Model model = scene();
  State state = neutral_state(model);
  state.q.segment<4>(3) << 1.0, 1.0, 1.0, 1.0;
  State before = state;
  normalize(model, state);
  EXPECT_TRUE(state.q.segment<4>(3).isApprox(Eigen::Vector4d::Constant(0.5)));
  state.q.segment<4>(3) = before.q.segment<4>(3);
  EXPECT_EQ(state.q, before.q);
}

}  // namespace
}  // namespace rigor
