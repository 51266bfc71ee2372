// SPDX-License-Identifier: Apache-2.0
// Given forces and touches inside a step: momentum to rounding, and no energy beyond the work of
// the forces along the paths taken.
#include <rigor/first_order/forces_ahead.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

constexpr double kForce = 200.0;
constexpr double kStep = 0.01;

/// A beam of 0.5 kg across the x axis, 0.1 m thick, with its centre at x = 0.
std::string beam(const std::string& more) {
  return "  - {name: beam, shape: {box: [0.1, 0.5, 0.1]}, mass: 0.5, pose: {position: [0, 0, "
         "0.0502]}" +
         more + "}\n";
}

/// Two cubes side by side, at x before the ends of the beam, and what pushes the beam.
std::string cubes_and_force(double x, const std::string& of_cubes = "",
                            const std::string& of_force = "") {
  return cube("left", x, 0.2, 0.0502, of_cubes) + cube("right", x, -0.2, 0.0502, of_cubes) +
         "forces:\n  - {body: beam, force: [200, 0, 0]" + of_force + "}\n";
}

double momentum_along_x(const Run& run) {
  double p = 0.0;
  for (const MovingBody& body : run.bodies)
    if (body.is_free()) p += (body.mass * (body.u + body.deferred))[0];
  return p;
}

TEST(ForcesAhead, WhatABodyPassedOnIsTakenBackFromWhatItPushed) {
  // A beam that 200 N press against a block of 5 kg hits two cubes early in a step. Ten elevenths
  // of the force were in the block already, at the speed from before.
  const SmallScene scene(head(0.1, 0.0) + kGround + "bodies:\n" +
                         beam(", velocity: {linear: [2, 0, 0]}") +
                         "  - {name: block, shape: {box: [0.1, 0.1, 0.1]}, mass: 5, pose: "
                         "{position: [0.1002, 0, 0.0502]}, velocity: {linear: [2, 0, 0]}}\n" +
                         cubes_and_force(0.1297, "", ", from: 0.01"));
  const auto run = scene.start();
  for (int step = 1; step <= 4; ++step) {
    ASSERT_FALSE(take_step(*run));
    EXPECT_NEAR(momentum_along_x(*run), 2.0 * 5.5 + kForce * kStep * (step - 1), 1e-6);
  }
  EXPECT_GT(run->tally.impacts, 0U);
  EXPECT_LE(run->tally.largest_gain, 1e-3);
}

TEST(ForcesAhead, ABodyThatLeavesAWallIsPushedBackForTheRestOfTheStep) {
  // A beam that 200 N press against a post is hit by two cubes from that side: from then on the
  // post carries nothing, and the force stops all three.
  const SmallScene scene(
      head(0.1, 0.0, 0.5) + kGround + "bodies:\n" + beam("") +
      "  - {name: post, shape: {box: [0.1, 0.1, 0.1]}, driven: {linear: [0, 0, 0]}, pose: "
      "{position: [0.1001, 0, 0.0502]}}\n" +
      cubes_and_force(0.144, ", velocity: {linear: [-3, 0, 0]}"));
  const auto run = scene.start();
  ASSERT_FALSE(take_step(*run));
  ASSERT_FALSE(take_step(*run));
  ASSERT_GT(run->tally.impacts, 0U);
  const double meets = 0.044 / 3.0;  // nearly: gaps stay open
  EXPECT_NEAR(momentum_along_x(*run), -6.0 + kForce * (2.0 * kStep - meets), 0.02 * kForce * kStep);
  EXPECT_LE(run->tally.largest_gain, 1e-3);
}

}  // namespace
}  // namespace rigor::first_order
