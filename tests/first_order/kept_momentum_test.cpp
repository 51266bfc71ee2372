// SPDX-License-Identifier: Apache-2.0
// Speeds that lead to γ are part of paths alone: closed forms of a cube, and a box that a driven
// one takes along.
#include <rigor/first_order/kept_momentum.hpp>
#include <rigor/first_order/velocity_problem.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(KeptMomentum, APathOpensAGapThatTheBodyDoesNotKeepOpening) {
  const SmallScene scene(head(1) + "bodies:\n" + cube("cube", 0, 0, 0.05002) + kGround);
  const auto run = scene.start();
  NearPair& pair = run->pairs.at({{trace::kWorld, 0}, {0, 0}}, run->scales);
  std::vector<Row> rows;
  add_rows(run->world, run->bodies, 2e-3, pair, rows);
  ASSERT_EQ(rows.size(), 4U);
  run->bodies[0].u[2] = -0.1;
  VelocityProblem problem(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
  problem.solve(false);
  EXPECT_NEAR(problem.path_velocity(0)[2], (pair.gap - 2e-5) / 0.01, 1e-3);
  EXPECT_NEAR(problem.velocity(0)[2], 0.0, 1e-3);
  EXPECT_NEAR(problem.normal_speed(0), problem.path_velocity(0)[2], 1e-3);  // along the path
  // A pair that was touched though it had rows keeps what parts it.
  pair.reserve = pair.gap;
  VelocityProblem touched(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
  touched.solve(false);
  EXPECT_NEAR(touched.path_velocity(0)[2], (2.0 * pair.gap - 2e-5) / 0.01, 1e-3);
  EXPECT_EQ(touched.velocity(0), touched.path_velocity(0));
}

TEST(KeptMomentum, AnInelasticBlowWithoutGravityLeavesNoSpeed) {
  // Closed form: after the blow the cube stands still, whatever the step; a speed of γ/h would
  // take it 0.5 mm away in 0.9 s at steps of 2 ms, farther the shorter they are.
  for (const char* step : {"0.01", "0.002"}) {
    const SmallScene scene(std::string("rigor_scene: 1\nname: test\ngravity: [0, 0, 0]\n") +
                           "method: first_order\nlaw: frictionless\nstepping: {step: " + step +
                           "}\nstop: {time: 1}\n" + kGround + "bodies:\n" +
                           cube("cube", 0, 0, 0.1, ", velocity: {linear: [0, 0, -0.7]}"));
    const Recorded run = proved(scene);
    EXPECT_NEAR(position_of(run, 0).z(), 0.05, 2e-5) << step;
  }
}

TEST(KeptMomentum, ADrivenPusherGivesItsSpeedWhereverInAStepItMeetsTheBox) {
  // Closed form: met in its middle the box moves on at the pusher's speed, so it ends where the
  // pusher ends, at a distance of order h².
  for (const double start : {0.2, 0.2007, 0.2013, 0.2021, 0.2033}) {
    const std::string where = std::to_string(start);
    const SmallScene scene(
        head(1) + "law: frictionless\n" + kGround + "bodies:\n" + cube("box", start, 0, 0.0501) +
        "  - {name: pusher, shape: {box: [0.1, 0.1, 0.05]}, pose: {position: [0, 0, 0.05]}, "
        "driven: {linear: [0.4, 0, 0]}}\n");
    const Recorded run = proved(scene);
    EXPECT_GE(position_of(run, 0).x(), 0.5) << where;
    EXPECT_LE(position_of(run, 0).x(), 0.5 + 2.5e-3) << where;  // at most d = γ + 2 g h²
  }
}

}  // namespace
}  // namespace rigor::first_order
