// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/dynamics/close_loops.hpp>

#include "sample_links.hpp"

namespace rigor {
namespace {

constexpr double kCrank = 0.12;
constexpr double kRod = 0.4;

/// A crank at the origin, a rod on it, a slider along x, and the pin that joins the two.
Model slider_crank() {
  ModelDescription d;
  d.links = {heavy_link("crank", "", Revolute{Vector3::UnitY()}),
             heavy_link("rod", "crank", Revolute{Vector3::UnitY()}),
             heavy_link("slider", "", Prismatic{Vector3::UnitX()})};
  d.links[1].X_PJ.translation = Vector3(kCrank, 0, 0);
  d.loops = {{"pin",
              "rod",
              "slider",
              Revolute{Vector3::UnitY()},
              {Quaternion::Identity(), Vector3(kRod, 0, 0)},
              Vector3::Zero()}};
  return unwrap(build(d));
}

/// The crank's angle and rate are given.
const GivenStart kCrankGiven{{1, 0, 0}, {1, 0, 0}};

/// Where the slider is, for the crank's angle.
double slider_at(double angle) {
  const double s = kCrank * std::sin(angle);
  return kCrank * std::cos(angle) + std::sqrt(kRod * kRod - s * s);
}

TEST(CloseLoops, TreesThatALoopJoinsAreOneMechanism) {
  const Model model = slider_crank();
  ASSERT_EQ(model.mechanisms.size(), 1u);
  EXPECT_EQ(model.mechanisms[0].end_link, 3);
  EXPECT_EQ(exclusion(model, {BodyKind::Link, 1}, {BodyKind::Link, 2}), "joined by a loop's joint");
}

TEST(CloseLoops, WhatIsNotGivenFollows) {
  const Model model = slider_crank();
  for (const double angle : {-3.0, -1.2, 0.0, 0.4, 1.6, 3.1}) {
    State state = neutral_state(model);
    state.q[0] = angle;
    state.v[0] = 2.0;
    ASSERT_FALSE(close_loops(model, kCrankGiven, state));
    EXPECT_EQ(state.q[0], angle);
    EXPECT_EQ(state.v[0], 2.0);
    EXPECT_NEAR(state.q[2], slider_at(angle), 1e-12);
    const double h = 1e-6;
    EXPECT_NEAR(state.v[2], (slider_at(angle + h) - slider_at(angle - h)) / h, 1e-9);
    EXPECT_LT(most_open(model, state).by, 1e-12);
  }
}

TEST(CloseLoops, AStraightChainThatIsTooLongHangsDown) {
  ModelDescription d;
  for (int i = 0; i < 4; ++i) {
    d.links.push_back(heavy_link("l" + std::to_string(i), i > 0 ? "l" + std::to_string(i - 1) : "",
                                 Revolute{Vector3::UnitY()}));
    d.links.back().X_PJ.translation = Vector3(i > 0 ? 0.5 : 0.0, 0, 0);
    d.links.back().inertia->com = Vector3(0.25, 0, 0);
  }
  d.loops = {{"end",
              "",
              "l3",
              Spherical{},
              {Quaternion::Identity(), Vector3(1.8, 0, 0)},
              Vector3(0.5, 0, 0)}};
  const Model model = unwrap(build(d));
  State state = neutral_state(model);
  ASSERT_FALSE(close_loops(model, {std::vector<char>(4, 0), std::vector<char>(4, 0)}, state));
  EXPECT_LT(most_open(model, state).by, 1e-12);
  const std::vector<Pose> poses = link_poses(model, state);
  EXPECT_LT(poses[2].translation.z(), -0.1);
}

TEST(CloseLoops, RoundedNumbersAreMadeExact) {
  const Model model = slider_crank();
  const GivenStart all{{1, 1, 1}, {1, 1, 1}};
  State state = neutral_state(model);
  state.q << 0.5, -0.5 - std::asin(kCrank / kRod * std::sin(0.5)) + 2e-5, slider_at(0.5);
  ASSERT_FALSE(close_loops(model, all, state));
  EXPECT_LT(most_open(model, state).by, 1e-12);
  EXPECT_NEAR(state.q[0], 0.5, 1e-4);
}

TEST(CloseLoops, WhatCannotBeClosedIsRefused) {
  const Model model = slider_crank();
  State state = neutral_state(model);
  const GivenStart all{{1, 1, 1}, {1, 1, 1}};
  state.q[2] = 0.9;  // crank and rod reach 0.52
  const auto apart = close_loops(model, all, state);
  ASSERT_TRUE(apart);
  EXPECT_EQ(apart->rule, ModelRule::SoundLoop);
  EXPECT_NE(apart->where.find("pin"), std::string::npos);
  EXPECT_EQ(state.q[2], 0.9);  // nothing is lost
  state.q << 0.0, 0.0, kCrank + kRod;
  state.v << 0.0, 0.0, 1.0;  // at the dead centre the slider stands
  const auto torn = close_loops(model, all, state);
  ASSERT_TRUE(torn);
  EXPECT_NE(torn->message.find("torn"), std::string::npos);
}

}  // namespace
}  // namespace rigor
