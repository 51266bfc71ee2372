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
  trace.events[0].contacts[1].impulse[0] = 0.01;  // frictionless
  EXPECT_NEAR(static_cast<double>(judged(trace).sum.impulse), 0.01, 1e-12);
  trace.header.law = "no_slip";
  EXPECT_LE(judged(trace).sum.impulse, 1e-14L);
  trace.header.law = "coulomb";
  trace.events[0].contacts[1].friction = 0.02;  // 0.125 N s of expansion
  EXPECT_NEAR(static_cast<double>(judged(trace).sum.impulse), 0.01 - 0.02 * 0.125, 1e-12);
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
  slow.segments[1].momentum[2] = -0.25;  // four contacts, 1 kg each time
  EXPECT_NEAR(static_cast<double>(judged(slow).sum.impulse), 4 * 0.25, 1e-12);
  Trace rich = bouncing_cube();
  rich.segments[1].momentum[2] = 2.0;  // Σ J v = 1.5 (2 - 1)/2 J at a mean speed of 1.5
  EXPECT_NEAR(static_cast<double>(judged(rich).sum.impulse), 0.5, 1e-9);
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
