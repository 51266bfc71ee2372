// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_motor.hpp>
#include <rigor/scene/write_scene.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

std::string with_motor(const std::string& keys) {
  return "rigor_scene: 1\nname: t\ngravity: [0, 0, 0]\nstop: {time: 1}\nmechanisms:\n  - name: m\n"
         "    links:\n      - {name: rod, joint: {revolute: {axis: [0, 1, 0], " +
         keys + "}}, shape: {box: [0.1, 0.1, 1]}, mass: 1}\n";
}

/// The only force of the scene, read, written, and read again.
Force force_of(const std::string& motor) {
  const Scene scene = read_scene(with_motor("motor: " + motor), "t.yaml");
  const Scene again = read_scene(resolved_text(scene), "again.yaml");
  EXPECT_EQ(resolved_text(scene), resolved_text(again));
  return build(again).model.forces.at(0);
}

TEST(ReadMotor, EffortsAreNumbersKnotsOrHarmonics) {
  EXPECT_EQ(evaluate(std::get<JointEffort>(force_of("{effort: -2.5}")).effort, 7.0).value, -2.5);
  const auto ramp = std::get<JointEffort>(force_of("{effort: {knots: [[1, 0], [3, 4]]}}"));
  EXPECT_EQ(evaluate(ramp.effort, 2.0).value, 2.0);  // linear
  const auto cubic = std::get<JointPd>(force_of("{kp: 1, target: {knots: [[1, 0], [3, 4]]}}"));
  EXPECT_EQ(evaluate(cubic.target, 2.0).value, 2.0);
  EXPECT_EQ(evaluate(cubic.target, 1.5).value, 4.0 * (3.0 / 16.0 - 2.0 / 64.0));
  const auto wave = std::get<JointPd>(
      force_of("{kp: 1, target: {harmonics: {period: 2, mean: 1, cos: [0, 3], sin: [5]}}}"));
  const Jet at = evaluate(wave.target, 0.3);
  EXPECT_NEAR(at.value, 1 + 3 * std::cos(0.6 * M_PI) + 5 * std::sin(0.3 * M_PI), 1e-14);
  EXPECT_NEAR(at.rate, M_PI * (-6 * std::sin(0.6 * M_PI) + 5 * std::cos(0.3 * M_PI)), 1e-13);
  EXPECT_NEAR(at.acceleration,
              -M_PI * M_PI * (12 * std::cos(0.6 * M_PI) + 5 * std::sin(0.3 * M_PI)), 1e-12);
}

TEST(ReadMotor, GainsLimitsAndSamples) {
  const auto pd = std::get<JointPd>(force_of("{kp: 20, kd: 0.5, target: 0.3, limit: 2}"));
  EXPECT_EQ(pd.kp, 20.0);
  EXPECT_EQ(pd.kd, 0.5);
  EXPECT_EQ(pd.limit, 2.0);
  const auto sampled = std::get<SampledPd>(force_of("{kd: 3, limit: 4, every: 0.002}"));
  EXPECT_EQ(sampled.law.kd, 3.0);
  EXPECT_EQ(sampled.law.limit, 4.0);
  EXPECT_EQ(sampled.times.period, 0.002);
}

TEST(ReadMotor, FrictionReachesTheModel) {
  const Scene scene = read_scene(with_motor("friction: 0.25"), "t.yaml");
  EXPECT_EQ(build(read_scene(resolved_text(scene), "t.yaml")).model.links[0].dofs[0].friction,
            0.25);
}

TEST(ReadMotor, SaysWhatIsMissingOrTooMuch) {
  EXPECT_EQ(rule_of(with_motor("motor: {}")), "an effort, or gains kp and kd with a target");
  EXPECT_EQ(rule_of(with_motor("motor: {effort: 1, kd: 1}")),
            "an effort, or gains kp and kd with a target");
  EXPECT_EQ(rule_of(with_motor("motor: {effort: 1, limit: 1}")),
            "target, limit and every belong to gains kp and kd");
  EXPECT_EQ(rule_of(with_motor("motor: {kp: 1, target: {pieces: cubic}}")),
            "a number, or knots, or harmonics");
  EXPECT_EQ(rule_of(with_motor("motor: {kp: 1, target: {knots: [[0, 1]]}}")),
            "at least two knots [time, value]");
  EXPECT_EQ(rule_of(with_motor("motor: {kp: 1, target: {knots: [[1, 1], [1, 2]]}}")),
            "times of knots increase");
  EXPECT_EQ(
      rule_of(with_motor("motor: {kp: 1, kd: 1, target: {knots: [[0, 1], [1, 2]], pieces: step}}")),
      "a target without jumps where kd is not zero");
  EXPECT_EQ(rule_of(with_motor("motor: {kp: 1, target: {harmonics: {period: 1}}}")),
            "cos, sin or both: lists of coefficients");
}

}  // namespace
}  // namespace rigor
