// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/decision/event_decision.hpp>
#include <rigor/decision/event_impact.hpp>
#include <rigor/motion/scales.hpp>

#include "event_box.hpp"

namespace rigor {
namespace {

Mode decided(EventProblem& event) {
  Selection selection;
  const auto refusal = decide_with_bonds(event, selection);
  EXPECT_FALSE(refusal.has_value()) << refusal->reason;
  return mode_of(event, selection);
}

TEST(EventDecision, ARestingBoxStaysOnItsCorners) {
  for (const Law law : {Law::Frictionless, Law::NoSlip, Law::Coulomb}) {
    const EventBox box(law, 0.5, falling(0.0));
    EventProblem event = box.problem();
    const Mode mode = decided(event);
    ASSERT_EQ(mode.contacts.size(), 4U) << name(law);
    const ContactState state =
        law == Law::Frictionless ? ContactState::Frictionless : ContactState::Stick;
    for (const ActiveContact& contact : mode.contacts) EXPECT_EQ(contact.state, state);
    EXPECT_TRUE(mode.onsets.empty());
  }
}

TEST(EventDecision, ASlopeTooSteepForFrictionSetsTheBoxSliding) {
  const EventBox box(Law::Coulomb, 0.3, falling(0.0));
  box.boxes.model->gravity = Vector3(5.0, 0.0, -10.0);
  EventProblem event = box.problem();
  const Mode mode = decided(event);
  ASSERT_EQ(mode.onsets.size(), mode.contacts.size());
  for (const SlipOnset& onset : mode.onsets) {
    const double side = carried_by_a(onset.id) ? 1.0 : -1.0;
    EXPECT_LE((side * onset.slip_W - Vector3::UnitX()).norm(), 1e-9);
  }
}

TEST(EventDecision, HopsInsideTheBandAreEndedAndOthersAreNot) {
  const EventBox hops(Law::NoSlip, 0.0, falling(-1e-6));
  EventProblem slow = hops.problem();
  EXPECT_EQ(decided(slow).contacts.size(), 4U);
  EXPECT_TRUE(slow.out.captured);
  EXPECT_NEAR(slow.out.captured_energy, 0.5e-12, 1e-15);
  EXPECT_LE(velocity_of(slow.cluster).norm(), 1e-15);
  const EventBox leaves(Law::NoSlip, 0.0, falling(-1e-3));
  EventProblem fast = leaves.problem();
  EXPECT_TRUE(decided(fast).contacts.empty());
  EXPECT_FALSE(fast.out.captured);
}

// A slender box rocks from one edge to the other and keeps r = 1 - 3/2 w²/(w² + h²) of its speed
// (Housner 1963). Touches noticed a band lower than they left would lift it by as much each time:
// its swings could stay at r²/(1 - r²) bands for ever, so they end below 1/(1 - r²) of them. What
// is met at the skin itself, as by a ball that rolls from corner to corner, ends as it did.
TEST(EventDecision, SwingsOfARockingBoxEndBeforeTheBandCanKeepThemUp) {
  constexpr double kWidth = 0.1, kHeight = 0.4;
  constexpr double kSquares = kWidth * kWidth + kHeight * kHeight;
  constexpr double kKept = 1.0 - 1.5 * kWidth * kWidth / kSquares;
  constexpr double kLasting = 1.0 / (1.0 - kKept * kKept);  // 5.9 bands
  for (const auto& [bands, sunk] :
       {std::pair{0.5, 1.0}, std::pair{0.9 * kLasting, 1.0}, std::pair{1.1 * kLasting, 1.0},
        std::pair{0.5, 0.0}, std::pair{1.1, 0.0}}) {
    EventBox box(Law::Coulomb, 1.0, falling(0.0), {0.5 * kWidth, 0.5 * kWidth, 0.5 * kHeight});
    const double gravity = box.boxes.world.gravity().norm();
    const double deceleration =
        1.5 * gravity * kWidth * kWidth / kSquares;  // of the edge that leaves
    const double band = Tolerances::kBand * box.boxes.world.tolerances.skin;
    const double spin = std::sqrt(2.0 * deceleration * bands * band) / (kKept * kWidth);
    box.cluster.states[0].v << 0.5 * spin * kHeight, 0, -0.5 * spin * kWidth, 0, spin, 0;
    box.cluster.states[0].x.z() -= sunk * band;
    EventProblem event = box.problem();
    const auto refusal = resolve_impacts(event);
    ASSERT_FALSE(refusal.has_value()) << refusal->reason;
    EXPECT_NEAR(velocity_of(event.cluster)[4], kKept * spin, 1e-6 * spin);
    const bool ends = bands < (sunk > 0.0 ? kLasting : 1.0);
    EXPECT_EQ(decided(event).contacts.size(), ends ? 4U : 2U) << bands;
    EXPECT_EQ(event.out.captured, ends) << bands;
  }
}

// The same box on a slope rocks further to one side than to the other. It falls fast, which the
// band makes it do for 2 b β δ more of its speed's square, onto the edge that then lets go slowly:
// the other edge's hops are higher than those it came from by b over their own deceleration.
TEST(EventDecision, SwingsThatAreFedByTheFasterFallEndToo) {
  constexpr double kWidth = 0.1, kHeight = 0.4;
  constexpr double kSquares = kWidth * kWidth + kHeight * kHeight;
  constexpr double kKept = 1.0 - 1.5 * kWidth * kWidth / kSquares;
  constexpr double kLasting = kKept * kKept / (1.0 - kKept * kKept);
  for (const auto& [share, ends] : {std::pair{0.9, true}, std::pair{1.1, false}}) {
    EventBox box(Law::Coulomb, 1.0, falling(0.0), {0.5 * kWidth, 0.5 * kWidth, 0.5 * kHeight});
    // Half of what would tip it: restoring moments of 3 to 1.
    const double tip = 0.5 * kWidth / kHeight;
    box.boxes.model->gravity = kTestGravity * Vector3(tip, 0.0, -1.0);
    const double deceleration = 0.5 * 1.5 * kTestGravity * kWidth * kWidth / kSquares;
    const double band = Tolerances::kBand * box.boxes.world.tolerances.skin;
    const double bands = share * (1.0 + 3.0 * kLasting);  // 15.7 bands
    const double spin = std::sqrt(2.0 * deceleration * bands * band) / (kKept * kWidth);
    box.cluster.states[0].v << 0.5 * spin * kHeight, 0, -0.5 * spin * kWidth, 0, spin, 0;
    box.cluster.states[0].x.z() -= band;
    EventProblem event = box.problem();
    const auto refusal = resolve_impacts(event);
    ASSERT_FALSE(refusal.has_value()) << refusal->reason;
    EXPECT_EQ(decided(event).contacts.size(), ends ? 4U : 2U) << share;
    EXPECT_EQ(event.out.captured, ends) << share;
  }
}

// A hop that is ended takes a slow slip with it where friction then holds the box. Where it does
// not, the slip goes on: stopped it would set out again, and hop where it hopped before.
// A tall box slides over smooth ground towards a wall and turns about its rear edge, which stays
// down, so that its top leaves the wall: on a hop, but on a higher one than that of the front edge,
// which ends. That ends the turning, and would leave the top on its way into the wall.
TEST(EventDecision, HopsThatEndDriveNoOtherContactIn) {
  constexpr double kWidth = 0.1, kHeight = 0.6, kLean = 0.02;
  EventBox box(Law::Frictionless, 0.0, falling(0.0), {0.5 * kWidth, 0.5 * kWidth, 0.5 * kHeight});
  World& world = box.boxes.world;
  BodyState& state = box.cluster.states[0];
  const Vector3 normal(-std::cos(kLean), 0.0, -std::sin(kLean));
  const Vector3 top = state.x + Vector3(0.5 * kWidth, 0.0, 0.5 * kHeight);
  world.half_spaces.push_back({normal, normal.dot(top) - world.tolerances.skin});
  box.boxes.model->half_spaces.push_back(box.boxes.model->half_spaces.front());
  box.boxes.model->half_spaces.back().shape = world.half_spaces.back();
  // The front edge falls back with W ω', ω' = g W/2 / (k² + W²/4); hops end up to a band.
  const double inertia = (kHeight * kHeight + kWidth * kWidth) / 12.0 + 0.25 * kWidth * kWidth;
  const double back = 0.5 * kTestGravity * kWidth / inertia;
  const double band = Tolerances::kBand * world.tolerances.skin;
  const double spin = std::sqrt(0.5 * 2.0 * back * band / kWidth);  // half a band high
  const double speed = 0.05 * spin * kHeight;                       // of the centre, to the wall
  state.v << speed, 0.0, 0.5 * spin * kWidth, 0.0, -spin, 0.0;
  EventProblem event = box.problem();
  ASSERT_EQ(event.size(), 6);
  const Eigen::VectorXd before = normal_speeds(event.set, velocity_of(event.cluster));
  EXPECT_GT(before.tail<2>().minCoeff(), 0.0) << "the top leaves the wall";
  decided(event);
  EXPECT_TRUE(event.out.captured);
  EXPECT_GE(normal_speeds(event.set, velocity_of(event.cluster)).minCoeff(), -1e-6 * speed);
  EXPECT_LE(velocity_of(event.cluster).norm(), 1e-6 * speed);
}

TEST(EventDecision, HopsThatEndStopSlowSlipsOnlyIfFrictionHoldsThem) {
  for (const double mu : {0.3, 1.0}) {  // of a slope of 1 in 2
    EventBox box(Law::Coulomb, mu, falling(-1e-6));
    box.boxes.model->gravity = Vector3(5.0, 0.0, -10.0);
    const double speed = 0.5 * capture_speed(box.boxes.world);
    box.cluster.states[0].v[0] = speed;
    EventProblem event = box.problem();
    EXPECT_EQ(decided(event).contacts.size(), 4U);
    EXPECT_TRUE(event.out.captured);
    Vector6 after = Vector6::Zero();
    if (mu < 0.5) after[0] = speed;
    EXPECT_LE((velocity_of(event.cluster) - after).norm(), 1e-9 * speed) << mu;
  }
}

// Corners that are asked to carry nothing, as in a trial, have no hops that could be ended: the box
// tips over them, and its velocity is not touched.
TEST(EventDecision, CornersWithoutLoadAreNoHops) {
  const EventBox box(Law::Coulomb, 0.5, falling(0.0));
  EventProblem event = box.problem();
  ASSERT_EQ(event.size(), 4);
  for (int i = 0; i < event.size(); ++i)
    if (event.rows[i].point_W.x() > 0.0) event.idle.push_back(i);
  ASSERT_EQ(event.idle.size(), 2U);
  EXPECT_EQ(decided(event).contacts.size(), 2U);
  EXPECT_FALSE(event.out.captured);
  EXPECT_EQ(velocity_of(event.cluster), event.v_before);
}

TEST(EventDecision, SlowSlipsEndIfFrictionCanHoldThem) {
  EventBox box(Law::Coulomb, 1.0, falling(0.0));
  const double speed = 0.5 * capture_speed(box.boxes.world);
  box.cluster.states[0].v = moving(speed, 0, 0);
  EventProblem held = box.problem();
  end_slow_slips(held);
  EXPECT_LE(velocity_of(held.cluster).norm(), 1e-15);
  EXPECT_NEAR(held.out.captured_energy, 0.5 * speed * speed, 1e-15);
  box.cluster.states[0].v = moving(3.0 * speed, 0, 0);
  EventProblem fast = box.problem();
  end_slow_slips(fast);
  EXPECT_EQ(velocity_of(fast.cluster), fast.v_before);
  const EventBox steep(Law::Coulomb, 0.3, moving(speed, 0, 0));
  steep.boxes.model->gravity = Vector3(5.0, 0.0, -10.0);
  EventProblem slides = steep.problem();
  end_slow_slips(slides);
  EXPECT_EQ(velocity_of(slides.cluster), slides.v_before);
}

}  // namespace
}  // namespace rigor
