// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/touching/limit.hpp>

#include "integration/mechanism_run.hpp"

namespace rigor {
namespace {

constexpr double kG = 9.81;
constexpr double kSkin = 1e-8;

std::string guided(const std::string& more, double seconds) {
  return mechanism_text(
      box_link_text("cube", "", "{prismatic: {axis: [0, 0, 1], coordinates: 1, " + more + "}}",
                    "[0.2, 0.2, 0.2]"),
      kEarth, seconds);
}

TEST(Limit, ASlideComesToRestAtItsLowerLimit) {
  const SceneRun run = run_text(guided("limits: [0.6, 1.5]", 2.0));
  ASSERT_EQ(run.outcome().stop, StopKind::Rest) << run.outcome().reason;
  expect_proved(run);
  EXPECT_NEAR(run.outcome().final_state.q[0], 0.6 + kSkin, 1e-12);
  const auto limits = events_of_kind(run.trace(), trace::EventKind::Limit);
  ASSERT_EQ(limits.size(), 1U);
  EXPECT_NEAR(trace::seconds(limits[0].lo), std::sqrt(2.0 * (0.4 - kSkin) / kG), 1e-10);
  EXPECT_EQ(limits[0].note, "impact at the lower limit");
  EXPECT_EQ(limits[0].a, limits[0].b);
  EXPECT_NEAR(limits[0].energy_before - limits[0].energy_after, kG * 0.4, 1e-6);
}

// Thrown upwards with 2 m/s: v²/2g = 0.2039 m, 4 mm beyond the limit.
TEST(Limit, UpperLimitsAndTurningPointsBeforeThem) {
  const SceneRun beyond = run_text(guided("velocities: 2, limits: [0, 1.2]", 0.5));
  expect_proved(beyond);
  const auto limits = events_of_kind(beyond.trace(), trace::EventKind::Limit);
  ASSERT_FALSE(limits.empty());
  EXPECT_NEAR(trace::seconds(limits[0].lo), (2 - std::sqrt(4 - 0.4 * kG)) / kG, 1e-7);
  const SceneRun below = run_text(guided("velocities: 2, limits: [0.5, 1.204]", 0.3));
  expect_proved(below);
  EXPECT_TRUE(events_of_kind(below.trace(), trace::EventKind::Limit).empty());
}

// A bar falls from the horizontal about its end onto a limit at the angle φ below it; every impact
// keeps e² of its energy.
TEST(Limit, APendulumBouncesOnItsLimit) {
  const double angle = 1.0;
  const double inertia = (1.0 + 0.01) / 12.0 + 0.25;
  const std::string text = mechanism_text(
      box_link_text("bar", "",
                    "{revolute: {axis: [0, 1, 0], anchor: [-0.5, 0, 0], limits: [-1, 1], "
                    "limit_restitution: 0.5}}",
                    "[1, 0.1, 0.1]"),
      kEarth, 4.0);
  const SceneRun run = run_text(text);
  ASSERT_EQ(run.outcome().stop, StopKind::Rest) << run.outcome().reason;
  expect_proved(run);
  EXPECT_NEAR(run.outcome().final_state.q[0], angle - kSkin, 1e-11);
  const auto limits = events_of_kind(run.trace(), trace::EventKind::Limit);
  ASSERT_GE(limits.size(), 5U);
  const double falls = kG * 0.5 * std::sin(angle);  // m g l/2 sin φ
  double energy = falls;
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(limits[k].energy_before - limits[k].energy_after, 0.75 * energy, 1e-6) << k;
    energy *= 0.25;
  }
  EXPECT_FALSE(events_of_kind(run.trace(), trace::EventKind::Accumulation).empty());
  EXPECT_GT(inertia, 0.0);
}

// A cart of 2 kg at 1 m/s with a hanging pole of 0.5 kg hits its stop:
// m = m_c + m_p - (m_p l/2)²/I_p feels the impact, and ½ m (1 - e²) v² is lost.
TEST(Limit, ACartWithAPoleHitsItsStop) {
  const std::string links =
      "      - {name: cart, joint: {prismatic: {axis: [1, 0, 0], velocities: 1, limits: [-5, 1], "
      "limit_restitution: 0.5}}, shape: {box: [0.2, 0.2, 0.1]}, mass: 2}\n"
      "      - {name: pole, parent: cart, joint: {revolute: {axis: [0, 1, 0], anchor: [0, 0, "
      "0.5]}}, "
      "shape: {box: [0.05, 0.05, 1]}, mass: 0.5}\n";
  const SceneRun run = run_text(mechanism_text(links, kEarth, 1.2));
  ASSERT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
  expect_proved(run);
  const auto limits = events_of_kind(run.trace(), trace::EventKind::Limit);
  ASSERT_FALSE(limits.empty());
  EXPECT_NEAR(trace::seconds(limits[0].lo), 1.0 - kSkin, 1e-10);
  const double inertia = 0.5 * ((1.0 + 0.0025) / 12.0 + 0.25);
  const double effective = 2.5 - 0.25 * 0.25 / inertia;
  EXPECT_NEAR(limits[0].energy_before - limits[0].energy_after, 0.5 * effective * 0.75, 1e-7);
}

// A spring presses a slide against its limit until gravity's pull is switched off by a force.
TEST(Limit, ASlideLeavesItsLimitWhenItsForceVanishes) {
  const std::string text = mechanism_text(
      box_link_text("cube", "", "{prismatic: {axis: [0, 0, 1], coordinates: 1, limits: [0.9, 2]}}",
                    "[0.2, 0.2, 0.2]"),
      kEarth +
          "\nforces: [{body: cube, knots: [{time: 0, force: [0, 0, 0]}, {time: 1, force: [0, "
          "0, 19.62]}]}]",
      0.8);
  const SceneRun run = run_text(text);
  ASSERT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
  expect_proved(run);
  const auto limits = events_of_kind(run.trace(), trace::EventKind::Limit);
  ASSERT_EQ(limits.size(), 2U);
  EXPECT_EQ(limits[1].note, "leaves the lower limit");
  EXPECT_NEAR(trace::seconds(limits[1].hi), 0.5, 1e-6);
}

}  // namespace
}  // namespace rigor
