// SPDX-License-Identifier: Apache-2.0
// Error bars of whole runs against solutions that are known to more digits.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/converge/converge.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

Scene scene_named(const std::string& name) {
  return load_scene(std::string(RIGOR_SCENES) + "/" + name);
}

/// The n-th event of a kind, from 1.
const EventEstimate& event_of(const Convergence& result, trace::EventKind kind, int n) {
  for (const EventEstimate& event : result.events)
    if (event.kind == kind && --n == 0) return event;
  ADD_FAILURE() << "no such event";
  return result.events.front();
}

void expect_holds(const Estimate& x, double truth, double digits, double widest) {
  ASSERT_TRUE(x.bar) << x.reason;
  EXPECT_LE(std::abs(x.value - truth), *x.bar + digits) << x.value << " ± " << *x.bar;
  EXPECT_LE(*x.bar, widest);
}

/// The thrown die: impacts in closed form and by quadrature at 34 digits.
TEST(Converge, BarsOfTheDieHoldAndAreNarrow) {
  const Convergence die = converge(scene_named("benchmarks/b02.yaml"), {.threads = 2});
  EXPECT_EQ(die.answer_ends, die.end);
  constexpr std::array<double, 8> kImpacts{0.780061687374, 0.973852252849, 1.286579406972,
                                           1.323814261299, 1.483135651260, 1.599144729620,
                                           1.599882420876, 1.607239334005};
  for (std::size_t i = 0; i < kImpacts.size(); ++i)
    expect_holds(event_of(die, trace::EventKind::Impact, static_cast<int>(i) + 1).time, kImpacts[i],
                 1e-12, 1e-10);
  expect_holds(event_of(die, trace::EventKind::Accumulation, 1).time, 1.6261101978931, 1e-13, 1e-7);
  expect_holds(event_of(die, trace::EventKind::Accumulation, 2).time, 1.728037145696, 1e-12, 1e-8);
  const std::array<double, 3> rest{-2.143025351806, 0.5349365540266, 0.5};
  ASSERT_EQ(die.last.bodies.size(), 1U);
  for (std::size_t i = 0; i < 3; ++i)
    expect_holds(die.last.bodies[0].position[i], rest[i], 1e-12, 1e-11);
}

/// A rolling hexagon: amplification stays small over 22 impacts.
TEST(Converge, BarsOfTheRollingHexagonHold) {
  const Convergence wheel = converge(scene_named("benchmarks/b20.yaml"), {.threads = 2});
  EXPECT_EQ(wheel.answer_ends, wheel.end);
  constexpr std::array<double, 5> kImpacts{0.532840995325, 1.19631415964, 1.95609639388,
                                           2.77243617713, 3.61699043371};
  for (std::size_t i = 0; i < kImpacts.size(); ++i)
    expect_holds(event_of(wheel, trace::EventKind::Impact, static_cast<int>(i) + 1).time,
                 kImpacts[i], 1e-11, 1e-11);
  ASSERT_TRUE(wheel.amplification);
  EXPECT_LT(*wheel.amplification, 100.0);
}

/// States at instants that were asked for: a box that falls 1.25 m, 0.3 s after its start.
TEST(Converge, TellsStatesAtGivenInstants) {
  const Convergence fall = converge(scene_named("benchmarks/b04.yaml"), {.at = {0.3, 9.0}});
  ASSERT_EQ(fall.states.size(), 2U);
  ASSERT_EQ(fall.states[0].bodies.size(), 1U);
  expect_holds(fall.states[0].bodies[0].velocity[2], -9.81 * 0.3, 0.0, 1e-11);
  expect_holds(fall.states[1].bodies[0].velocity[2], 0.0, 0.0, 1e-11);
  const EventEstimate& hit = event_of(fall, trace::EventKind::Impact, 1);
  ASSERT_EQ(hit.bodies.size(), 1U);
  expect_holds(hit.bodies[0].velocity_before[2], -4.952272205765753, 1e-14, 1e-11);
  expect_holds(hit.bodies[0].after.velocity[2], 0.0, 0.0, 1e-11);
}

/// Methods that step in time: events are matched, too, and the first impact is known.
TEST(Converge, EventsOfFirstOrderRunsHaveBars) {
  const Scene scene = load_scene(std::string(RIGOR_SCENES) + "/benchmarks/b04.yaml",
                                 {.settings = {{"method", "first_order", "--method"}}});
  const Convergence fall = converge(scene, {.threads = 2});
  EXPECT_TRUE(fall.ladder.by_steps);
  ASSERT_FALSE(fall.events.empty());
  expect_holds(fall.events.front().time, 0.5048187773461522, 0.0, 0.05);
}

/// A cube on a ridge: the twin's start is refused, the others need a smaller skin; what they agree
/// on has bars.
TEST(Converge, ATwinThatIsRefusedTakesNoAnswerAway) {
  const Convergence ridge = converge(scene_named("cube-over-ridge.yaml"), {.threads = 2});
  EXPECT_TRUE(ridge.ladder_down);
  EXPECT_EQ(ridge.answer_ends, ridge.end);
  ASSERT_TRUE(ridge.last.bodies[0].position[0].bar);
  EXPECT_LT(*ridge.last.bodies[0].position[0].bar, 1e-5);
}

/// One thread or several: the same numbers.
TEST(Converge, DoesNotDependOnTheNumberOfThreads) {
  const Scene scene = scene_named("benchmarks/b18.yaml");
  const Convergence one = converge(scene, {.threads = 1});
  const Convergence many = converge(scene, {.threads = 5});
  ASSERT_EQ(one.events.size(), many.events.size());
  for (std::size_t i = 0; i < one.events.size(); ++i) {
    EXPECT_EQ(one.events[i].time.value, many.events[i].time.value);
    EXPECT_EQ(one.events[i].time.bar, many.events[i].time.bar);
  }
  EXPECT_EQ(widest_bar(one), widest_bar(many));
}

/// A box that bounces between six walls forgets its start; the answer must be said to end.
TEST(Converge, SaysWhereTheAnswerEnds) {
  const Convergence walls = converge(scene_named("benchmarks/six-walls.yaml"), {.threads = 2});
  EXPECT_GT(walls.answer_ends, 2.0);
  EXPECT_LT(walls.answer_ends, 10.0);
  EXPECT_GT(walls.end, 5.0 * walls.answer_ends);  // when is a matter of rounding by then
  ASSERT_GT(walls.events.size(), 10U);
  EXPECT_FALSE(walls.last.bodies[0].position[0].bar);
  // Before that end the bars grow with the number of impacts, and the first is still exact; after
  // it there are none.
  ASSERT_TRUE(walls.events.front().time.bar);
  EXPECT_LT(*walls.events.front().time.bar, 1e-11);
  for (const EventEstimate& event : walls.events)
    EXPECT_TRUE(event.time.bar.has_value() == (event.time.value < walls.answer_ends) ||
                event.time.bar.value_or(0.0) > 1e-3)
        << event.time.value;
  ASSERT_TRUE(walls.amplification);
  EXPECT_GT(*walls.amplification, 1e6);
}

}  // namespace
}  // namespace rigor
