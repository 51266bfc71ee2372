// SPDX-License-Identifier: Apache-2.0
// Throws, bounces and swings: closed forms, and energy that is neither won nor lost.
#include <rigor/first_order/free_flight.hpp>

#include "first_order/cube_above_ground.hpp"
#include "first_order/small_mechanisms.hpp"

namespace rigor::first_order {
namespace {

TEST(FreeFlight, AThrownBodyFollowsItsParabola) {
  const SmallScene scene(head(0.3) + "bodies:\n" +
                         cube("cube", 0, 0, 5, ", velocity: {linear: [3, 0, 2]}"));
  const auto run = scene.start();
  while (run->now < run->horizon) {
    ASSERT_FALSE(take_step(*run));
    const double t = trace::seconds(run->now);
    EXPECT_NEAR(run->bodies[0].pose.translation.x(), 3 * t, 1e-13);
    EXPECT_NEAR(run->bodies[0].pose.translation.z(), 5 + 2 * t - 5 * t * t, 1e-13);
    EXPECT_NEAR(run->bodies[0].u[2], 2 - 10 * t, 1e-13);
  }
  EXPECT_LT(run->tally.largest_gain, 1e-12);
}

TEST(FreeFlight, AnElasticCubeBouncesToWhereItFellFrom) {
  // Closed form: it falls 0.95 m, whatever part of a step the blows fall into.
  for (const double height : {1.0, 1.003, 1.007, 1.011, 1.02}) {
    const Recorded run =
        proved(SmallScene(head(3, 0.0, 1.0) + "bodies:\n" + cube("cube", 0, 0, height) + kGround));
    const trace::Footer& footer = run.outcome.footer;
    EXPECT_NEAR(footer.energy_final, footer.energy_initial, 5e-3 * footer.energy_initial) << height;
    EXPECT_LT(run.outcome.stepping->largest_gain, 1e-3) << height;
    EXPECT_GE(run.trace.events.size(), 3U) << height;
  }
}

TEST(FreeFlight, ABodyMeetsWhatItTouchesWithTheVelocityItHasThere) {
  // Closed form: 0.45 m of fall from rest, 3 m/s, in the middle of a step.
  const Recorded run = proved(SmallScene(head(0.36, 0.0, 0.5) + "bodies:\n" +
                                         cube("cube", 0, 0, 0.5 + 1e-4 + 0.0138) + kGround));
  ASSERT_EQ(run.trace.events.size(), 1U);
  const double fallen = std::sqrt(2 * 10 * (0.45 + 0.0138));
  double impulse = 0.0;
  for (const trace::EventContact& contact : run.trace.events[0].contacts)
    impulse += contact.impulse[2];
  EXPECT_NEAR(impulse, 1.5 * fallen, 5e-3);  // 0.2 γ/h opens its gap
}

TEST(FreeFlight, ContactsEndIt) {
  CubeAboveGround at;
  auto& [scene, run, pair, rows] = at;
  MovingBody& body = run->bodies[0];
  const auto step = [&](double speed) {
    body.before = body.u = Vector6::Zero();
    body.before[2] = speed;
    body.u[2] = speed - 0.1;
    body.opening.setZero();
    body.falling = Vector3(0, 0, -10);
    VelocityProblem problem(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
    problem.solve(false);
    take_velocity(problem, body);
    begin_flights(run->bodies, {0}, &problem, 0.01);
  };
  step(0.2);  // rises: the mean of 0.2 and 0.1
  EXPECT_TRUE(is_flying(run->bodies, 0));
  EXPECT_NEAR((body.u + body.opening)[2], 0.15, 1e-12);
  look_ahead_of_end(run->bodies, 0, 0.004);
  EXPECT_NEAR(body.u[2], 0.14, 1e-12);
  EXPECT_NEAR((body.u + body.opening)[2], 0.15, 1e-12);
  step(-0.1);  // meets the ground
  EXPECT_FALSE(is_flying(run->bodies, 0));
}

TEST(FreeFlight, MechanismsThatOnlyGravityMovesWinNoEnergy) {
  for (const std::string& text :
       {pendulum_scene(4, ""), pendulum_scene(4, "", 0.02), double_pendulum_scene(2)}) {
    const Recorded run = proved(SmallScene(text));
    EXPECT_LT(run.outcome.footer.energy_max_gain, 0.02) << text;
  }
  // Second order: a quarter of it at half the step.
  const auto gain = [](double step) {
    return proved(SmallScene(pendulum_scene(2, "", step))).outcome.footer.energy_max_gain;
  };
  EXPECT_NEAR(gain(0.02) / gain(0.01), 4.0, 0.4);
}

}  // namespace
}  // namespace rigor::first_order
