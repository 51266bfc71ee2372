// SPDX-License-Identifier: Apache-2.0
// Breaches of the law of impact of known size.
#include <gtest/gtest.h>

#include <rigor/verification/impulse_laws.hpp>

#include "pressed_traces.hpp"

namespace rigor::verification {
namespace {

struct Judged {
  Unlawful sum;
  const char* problem = nullptr;
};

Judged judged(const Trace& trace) {
  std::vector<Course> courses(1);
  for (const Segment& segment : trace.segments) courses[0].push_back(&segment);
  const BodyMass mass = *body_mass(trace.bodies[0]);
  const auto records = records_of(trace);
  const Left left = explained({trace, 0, records[0], courses}, mass);
  std::vector<Unlawful> sums(1);
  const ImpulseFault fault =
      judge_impulses({trace, courses, {&mass}, {&left.reached}}, {left.scale}, sums);
  return {sums[0], fault.problem};
}

TEST(ImpulseLaws, ABounceIsLawful) {
  const Judged good = judged(bouncing_cube());
  EXPECT_EQ(good.problem, nullptr);
  EXPECT_LE(good.sum.impulse, 1e-14L);
  EXPECT_LE(good.sum.hops, 1e-14L);
}

TEST(ImpulseLaws, BreachesAreMeasured) {
  Trace trace = bouncing_cube();
  trace.events[0].contacts[1].restitution = 0.4;  // 0.025 N s too much
  EXPECT_NEAR(static_cast<double>(judged(trace).sum.impulse), 0.1 * 0.25, 1e-12);
  trace = bouncing_cube();
  trace::EventContact& aside = trace.events[0].contacts[1];  // in the compression, frictionless
  aside.impulse[0] = aside.compression[0] = 0.01;
  EXPECT_NEAR(static_cast<double>(judged(trace).sum.impulse), 0.01, 1e-12);
  trace.header.law = "no_slip";
  EXPECT_LE(judged(trace).sum.impulse, 1e-14L);
  trace.header.law = "coulomb";
  aside.friction = 0.02;  // 0.25 N s of compression
  EXPECT_NEAR(static_cast<double>(judged(trace).sum.impulse), 0.01 - 0.02 * 0.25, 1e-12);
}

/// Both phases are lawful by themselves, e is as it should be, and yet the cube stops dead where it
/// should bounce: it is still approaching when the compression is said to end.
TEST(ImpulseLaws, CompressionEndsTheApproach) {
  Trace trace = bouncing_cube();
  trace.segments[1].momentum[2] = 0.0;
  for (auto& contact : trace.events[0].contacts) {
    contact.impulse[2] = 1.0 / 4;
    contact.compression[2] = 1.0 / 1.5 / 4;
  }
  // Four contacts that approach with 1/3 m/s, 1 kg each time.
  EXPECT_NEAR(static_cast<double>(judged(trace).sum.impulse), 4.0 / 3, 1e-12);
}

/// Normal impulses of 1 N s and speeds, for e = 0.5 and 2 kg.
TEST(ImpulseLaws, PhasesFollowPoisson) {
  const auto left = [](Real first, Real rest, Real between, Real after) {
    return static_cast<double>(unlawful_phases({first, rest, 0.5L}, between, after, 2));
  };
  EXPECT_EQ(left(1, 0.5L, 0, 0.25L), 0.0);
  EXPECT_NEAR(left(1, 0.25L, 0, 0.125L), 0.25, 1e-15);  // too little
  EXPECT_NEAR(left(1, 1, 0, 0.5L), 0.5, 1e-15);         // too much
  EXPECT_EQ(left(1, 1, 0, 0), 0.0);                     // others pressed it together
  EXPECT_NEAR(left(1, 1, 0, 0.01L), 0.02, 1e-15);
  EXPECT_NEAR(left(1, 0.5L, -0.1L, 0), 0.2, 1e-15);    // compressed too little
  EXPECT_NEAR(left(1, 0.5L, 0.1L, 0.3L), 0.2, 1e-15);  // and too much
  EXPECT_NEAR(left(-1, 0, 0, 0), 1.0, 1e-15);          // a pull
  EXPECT_EQ(left(0, 0, 0.1L, 0.1L), 0.0);
  EXPECT_NEAR(static_cast<double>(unlawful_phases({1, 1, 0.5L}, {}, {}, 2)), 0.5, 1e-15);
}

/// A belt drags what falls on it: the same impulse feeds in energy on ground that stands still.
TEST(ImpulseLaws, BeltsMayDrag) {
  Trace trace = bouncing_cube();
  trace.header.law = "coulomb";
  trace.segments[1].momentum[0] = 0.3;
  for (auto& contact : trace.events[0].contacts) {
    contact.friction = 0.2;
    contact.impulse[0] = 0.3 / 4;
    contact.compression[0] = 0.2 / 4;
  }
  EXPECT_GT(judged(trace).sum.impulse + judged(trace).sum.hops, 0.0L);
  trace.half_spaces[0].belt = {-2, 0, 0.5};  // along the normal it counts for nothing
  const Judged against = judged(trace);
  trace.half_spaces[0].belt = {2, 0, 0.5};
  const Judged with = judged(trace);
  EXPECT_GT(against.sum.impulse, with.sum.impulse + 0.1L);
}

/// Of an accumulation only push, place and energy are asked.
TEST(ImpulseLaws, LessIsClaimedOfAccumulations) {
  Trace trace = bouncing_cube();
  trace.events[0].kind = trace::EventKind::Accumulation;
  for (auto& contact : trace.events[0].contacts) contact.restitution = 0.1;
  EXPECT_LE(judged(trace).sum.impulse, 1e-14L);
  trace.events[0].contacts[0].impulse[2] = -0.5;
  EXPECT_NEAR(static_cast<double>(judged(trace).sum.impulse), 0.5, 1e-12);
  trace.events[0].contacts[0].point[0] += 2.0;
  EXPECT_NE(judged(trace).problem, nullptr);
}

/// What still approaches afterwards, and a gain of energy.
TEST(ImpulseLaws, ApproachAndGainAreMeasured) {
  Trace slow = bouncing_cube();
  slow.segments[1].momentum[2] = -0.25;  // four contacts, 1 kg each time; -0.75 m/s in between
  EXPECT_NEAR(static_cast<double>(judged(slow).sum.impulse), 4 * (0.25 + 0.75), 1e-12);
  Trace rich = bouncing_cube();
  // Σ J v = 1.5 (2 - 1)/2 J at a mean speed of 1.5; and four compressions of what leaves already.
  rich.segments[1].momentum[2] = 2.0;
  EXPECT_NEAR(static_cast<double>(judged(rich).sum.impulse), 0.5 + 4 * 0.25, 1e-9);
}

/// Slower than a fall by the skin: a hop that is ended.
TEST(ImpulseLaws, PullsThatEndHopsAreSummedApart) {
  Trace trace = bouncing_cube();
  const double v = 1e-4;
  trace.segments[0].momentum[2] = -v + kWeight * 0.1;
  trace.segments[1].momentum[2] = 0.0;
  for (std::size_t k = 0; k < 4; ++k) {
    auto& contact = trace.events[0].contacts[k];
    contact.restitution = 0.0;
    contact.impulse = {0, 0, k < 3 ? v / 2 : -v / 2};
    contact.compression = contact.impulse;
  }
  const Judged hop = judged(trace);
  EXPECT_LE(hop.sum.impulse, 1e-14L);
  EXPECT_NEAR(static_cast<double>(hop.sum.hops), v / 2, 1e-9);
}

}  // namespace
}  // namespace rigor::verification
