// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/verification/joint_rules.hpp>
#include <rigor/verification/verify.hpp>

#include "joined_traces.hpp"

namespace rigor::verification {
namespace {

using trace::JointKind;

std::uint64_t failed(const Verdict& verdict, Rule rule) {
  return verdict.rules[static_cast<std::size_t>(rule)].failed;
}

TEST(JointRules, APendulumIsClosedForAllTime) {
  const Trace trace = pendulum();
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
  EXPECT_EQ(verdict.rules[static_cast<std::size_t>(Rule::Joint)].checked, 4U);
}

TEST(JointRules, ADriftOfAFewNanometresIsFound) {
  EXPECT_EQ(verify(pendulum(1e-9)).status, Status::Proved);
  EXPECT_EQ(failed(verify(pendulum(1e-8)), Rule::Joint), 1U);
}

TEST(JointRules, AnAxisThatTurnsIsFound) {
  Trace trace = pendulum();
  trace.joints[0].axis_child = {std::sin(1e-8), std::cos(1e-8), 0.0};
  EXPECT_EQ(failed(verify(trace), Rule::Joint), 1U);
}

TEST(JointRules, LimitsOfAnAngleAreSharp) {
  const double most = 0.5 * std::sin(1.2);  // at t = 0.4, still rising
  Trace trace = pendulum();
  for (const double slack : {1e-7, 1.0, 2.5}) {
    trace.joints[0].limits = {-slack, most + slack};
    const Verdict verdict = verify(trace);
    EXPECT_EQ(verdict.status, Status::Proved) << slack << text_of(verdict, trace);
  }
  trace.joints[0].limits = {-1e-7, most - 1e-7};
  EXPECT_EQ(failed(verify(trace), Rule::Limit), 1U);
  trace.joints[0].limits = {1e-7, most + 1e-7};
  EXPECT_EQ(failed(verify(trace), Rule::Limit), 1U);
  trace.joints[0].limits = {most + 0.01 - 2.0 * std::numbers::pi + 0.2, -0.01};  // wide, elsewhere
  EXPECT_EQ(failed(verify(trace), Rule::Limit), 1U);
  trace.joints[0].limits = {-0.5, 1.0};
  EXPECT_EQ(verify(trace).status, Status::Proved);
  trace.joints[0].reference_parent = trace.joints[0].reference_child = {0, 1, 0};  // the axis
  EXPECT_EQ(failed(verify(trace), Rule::Joint), 1U);
  trace.joints[0].reference_child = {};
  EXPECT_EQ(failed(verify(trace), Rule::Joint), 1U);
}

/// Their sum is no double; the check once ended the program.
TEST(JointRules, AbsurdLimitsAreRefused) {
  for (const double most : {1e308, -1e308, 1e60}) {
    Trace trace = pendulum();
    trace.joints[0].limits = {most, most};
    EXPECT_EQ(failed(verify(trace), Rule::WellFormed), 1U) << most;
  }
}

TEST(JointRules, ASliderMayOnlySlide) {
  const Trace trace = slider();
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
  EXPECT_EQ(failed(verify(slider(1e-6)), Rule::Joint), 1U);
  Trace short_rail = slider();
  short_rail.joints[0].limits = {0.5 + 1e-6, 0.6};
  EXPECT_EQ(failed(verify(short_rail), Rule::Limit), 1U);
}

TEST(JointRules, OtherKindsFixWhatTheyShould) {
  Trace trace = slider();
  trace.joints[0].limits = {1.0, -1.0};
  trace.joints[0].kind = JointKind::Planar;  // slides along z, which a planar joint forbids
  EXPECT_EQ(failed(verify(trace), Rule::Joint), 1U);
  trace.joints[0].kind = JointKind::Spherical;
  EXPECT_EQ(failed(verify(trace), Rule::Joint), 1U);
  trace.joints[0].kind = JointKind::Free;
  EXPECT_EQ(verify(trace).status, Status::Proved);
  Trace swinging = pendulum();
  swinging.joints[0].kind = JointKind::Spherical;
  EXPECT_EQ(verify(swinging).status, Status::Proved);
  swinging.joints[0].kind = JointKind::Fixed;
  EXPECT_EQ(failed(verify(swinging), Rule::Joint), 1U);
  swinging.joints[0].kind = JointKind::Universal;
  swinging.joints[0].axis_parent = {1, 0, 0};
  EXPECT_EQ(verify(swinging).status, Status::Proved);
  swinging.joints[0].axis_child = {0, 0, 1};
  EXPECT_EQ(failed(verify(swinging), Rule::Joint), 1U);
}

TEST(JointRules, LimitsOfUniversalAndPlanarJointsAreSharp) {
  const auto each = [](double slack, auto judge) {
    for (const bool second : {false, true}) judge(universal(second, slack));
    for (const int coordinate : {0, 1, 2}) judge(planar(coordinate, slack));
  };
  for (const double slack : {1e-7, 1.0, 2.5})
    each(slack, [&](const Trace& trace) {
      const Verdict verdict = verify(trace);
      EXPECT_EQ(verdict.status, Status::Proved) << slack << text_of(verdict, trace);
      EXPECT_EQ(verdict.rules[static_cast<std::size_t>(Rule::Limit)].checked, 3U);
    });
  each(1e-7, [](Trace trace) {
    trace.joints[0].limits[1] -= 2e-7;
    EXPECT_EQ(failed(verify(trace), Rule::Limit), 1U);
    trace.joints[0].limits[1] += 2e-7;
    trace.joints[0].limits[0] += 2e-7;  // it starts at zero
    EXPECT_EQ(failed(verify(trace), Rule::Limit), 1U);
  });
}

TEST(JointRules, LimitsWithoutWhatTheyAreMeasuredFromAreRefused) {
  Trace trace = universal(false, 0.1);
  trace.joints[0].reference_child = {1, 0, 0};  // both angles at once
  EXPECT_EQ(failed(verify(trace), Rule::Joint), 1U);
  trace.joints[0].reference_parent = trace.joints[0].reference_child = {};
  EXPECT_EQ(failed(verify(trace), Rule::Joint), 1U);
  trace.joints[0].reference_parent = {1, 0, 0};  // along the axis
  EXPECT_EQ(failed(verify(trace), Rule::Joint), 1U);
  trace = planar(2, 0.1);
  trace.joints[0].reference_parent = {};
  EXPECT_EQ(failed(verify(trace), Rule::Joint), 1U);
  trace.joints[0].reference_parent = {0, 0, 1};
  EXPECT_EQ(failed(verify(trace), Rule::Joint), 1U);
}

}  // namespace
}  // namespace rigor::verification
