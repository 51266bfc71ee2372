// SPDX-License-Identifier: Apache-2.0
// Breaches of known size are bounded from above, closely.
#include <gtest/gtest.h>

#include <rigor/verification/contact_laws.hpp>

#include "pressed_traces.hpp"

namespace rigor::verification {
namespace {

Unlawful judged(const Trace& trace) {
  const std::vector<Course> courses = {[&] {
    Course course;
    for (const Segment& segment : trace.segments) course.push_back(&segment);
    return course;
  }()};
  Nodes nodes;
  return unlawful_part(*ContactView::of(trace, courses, trace.forces[0]), 1e-12L, nodes);
}

TEST(ContactLaws, PullsAreMeasured) {
  Trace trace = leaning_cube();
  for (trace::ForcePoint& point : trace.forces[0].points) point.force[2] = {1.0, 1.5};
  // 1 + 1.5 x is negative over a sixth of the stretch, by 0.25 N on its mean: four points, 0.1 s.
  for (trace::ForcePoint& point : trace.forces[0].points)
    point.force[0] = {0.0, 0.0}, point.force[1] = {0.0, 0.0};
  const double exact = 4 * 0.1 / 6 * 0.25;
  EXPECT_GE(static_cast<double>(judged(trace).impulse), 0.999 * exact);
  EXPECT_LE(static_cast<double>(judged(trace).impulse), 1.5 * exact);
}

TEST(ContactLaws, ForcesBesideTheConeAreMeasured) {
  for (const double over : {1e-6, 1e-3, 0.1}) {
    Trace trace = leaning_cube();
    for (trace::ForcePoint& point : trace.forces[0].points)
      point.force = {std::vector<double>{0.0}, {0.5 * 2.0 + over}, {2.0}};  // μ = 0.5
    const double exact = 4 * 0.1 * over;
    EXPECT_GE(static_cast<double>(judged(trace).impulse), 0.999 * exact) << over;
    EXPECT_LE(static_cast<double>(judged(trace).impulse), 3 * exact) << over;
  }
}

TEST(ContactLaws, SlipsOfWhatSticksAreMeasured) {
  Trace trace = braked_cube();
  for (trace::ForcePoint& point : trace.forces[0].points) point.state = trace::ContactState::Stick;
  const double drift = static_cast<double>(judged(trace).drift);  // four points at 2 m/s, 0.1 s
  EXPECT_GE(drift, 4 * 0.1 * 1.99);
  EXPECT_LE(drift, 2.2 * 4 * 0.1 * 2.0);
}

TEST(ContactLaws, DragIsProportionalToSlip) {
  Trace trace = braked_cube();
  trace.forces[0].viscosity = 3.0;
  for (trace::ForcePoint& point : trace.forces[0].points) {
    point.state = trace::ContactState::Viscous;
    // v = 2 - 1.962 t on [0, 0.1]: Chebyshev coefficients of -3 v.
    const double change = 0.2 * kWeight * trace.forces[0].length;
    point.force = {std::vector<double>{-3 * (2 - change / 2), 3 * change / 2}, {0, 0}, {2, 0}};
  }
  EXPECT_LE(static_cast<double>(judged(trace).impulse), 1e-9);
  trace.forces[0].viscosity = 3.1;
  EXPECT_GE(static_cast<double>(judged(trace).impulse), 4 * 0.1 * 0.1 * 1.8);
}

TEST(ContactLaws, EachLawHasItsStates) {
  using trace::ContactState;
  EXPECT_TRUE(may_be("coulomb", ContactState::Slip, 0.3));
  EXPECT_TRUE(may_be("coulomb", ContactState::Frictionless, 0.0));
  EXPECT_FALSE(may_be("coulomb", ContactState::Frictionless, 0.3));
  EXPECT_FALSE(may_be("coulomb", ContactState::Bonded, 0.3));
  EXPECT_TRUE(may_be("no_slip", ContactState::Bonded, 0.0));
  EXPECT_FALSE(may_be("frictionless", ContactState::Bonded, 0.0));
  EXPECT_FALSE(may_be("frictionless", ContactState::Step, 0.0));
  EXPECT_FALSE(may_be("something else", ContactState::Frictionless, 0.0));
}

}  // namespace
}  // namespace rigor::verification
