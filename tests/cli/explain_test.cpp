// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/explain.hpp>
#include <rigor/cli/explain_text.hpp>

#include "die_trace.hpp"

namespace rigor {
namespace {

TEST(Explain, TheRunIsCountedCompletely) {
  const auto facts = explained_run(die_trace());
  EXPECT_EQ(facts["stopped"], "rest");
  std::uint64_t segments = 0;
  for (const auto& [reason, count] : facts["segments_ended_by"].items())
    segments += count.get<std::uint64_t>();
  EXPECT_EQ(segments, die_trace().segments.size());
  std::uint64_t events = 0;
  for (const auto& [kind, count] : facts["events"].items()) events += count.get<std::uint64_t>();
  EXPECT_EQ(events, die_trace().events.size());
  EXPECT_GE(facts["decisions"].size(), 1U);  // the accumulation
  for (const trace::Segment& segment : die_trace().segments) {
    EXPECT_GE(trace::elapsed(segment.start, segment.end),
              facts["shortest_segment"]["length"].get<double>());
  }
}

// Levels of claims say little about how near a pair is: one that never meets is not called closest.
TEST(Explain, TheClosestPairIsOneThatMeets) {
  trace::Trace trace = die_trace();
  trace::Certificate other = trace.certificates.front();
  other.a = other.b;
  other.level = 9.7e-9;  // contacts have 9.8e-9
  trace.certificates.insert(trace.certificates.begin(), other);
  EXPECT_EQ(explained_run(trace)["closest_claim"]["pair"], "ground, die");
}

TEST(Explain, AnEventIsToldWithWhatSurroundsIt) {
  const auto first = explained_event(die_trace(), 0);
  EXPECT_NEAR(first["time"].get<double>(), 0.7800617764, 1e-7);
  EXPECT_FALSE(first.contains("before"));
  EXPECT_EQ(first["after"]["index"], 1);
  EXPECT_GT(first["contacts"][0]["impulse"][2].get<double>(), 0.0);
  EXPECT_LT(first["energy_after"].get<double>(), first["energy_before"].get<double>());
  EXPECT_THROW(explained_event(die_trace(), die_trace().events.size()), std::runtime_error);
}

/// Free fall: the state at an instant of the first flight is known.
TEST(Explain, AnInstantHasTheStateOfFreeFlight) {
  const auto facts = explained_time(die_trace(), 0.5);
  const auto& body = facts["bodies"].at(0);
  EXPECT_NEAR(body["linear"][2].get<double>(), 2.5774184952384882 - 9.81 * 0.5, 1e-9);
  EXPECT_NEAR(body["position"][2].get<double>(),
              1.7887708536381861 + 2.5774184952384882 * 0.5 - 9.81 / 8, 1e-9);
  EXPECT_EQ(facts["certificates"].size(), 1U);
  EXPECT_EQ(facts["after"]["index"], 0);
  EXPECT_THROW(explained_time(die_trace(), -0.1), std::runtime_error);
  EXPECT_THROW(explained_time(die_trace(), 1e3), std::runtime_error);
}

/// A joint's force is told with the names of its bodies; here it is written into the trace.
TEST(Explain, AnInstantHasTheForcesOfJoints) {
  trace::Trace trace = die_trace();
  trace::Joint joint;
  joint.name = "pin";
  joint.parent = trace::kWorld;
  joint.child = 0;
  trace.joints = {joint};
  trace::JointForce force;
  force.begin = trace::time_from(0.25);
  force.end = trace::time_from(0.75);
  force.length = 0.5;
  force.force = {{{1.0, 0.0}, {2.0, 0.0}, {3.0, 4.0}}};  // 3 + 4 (2 s - 1) N
  force.moment = {{{0.0}, {0.5}, {0.0}}};
  trace.joint_forces = {force};
  const auto facts = explained_time(trace, 0.625);
  ASSERT_EQ(facts["joints"].size(), 1U);
  EXPECT_EQ(facts["joints"][0]["parent"], "world");
  EXPECT_EQ(facts["joints"][0]["child"], "die");
  EXPECT_NEAR(facts["joints"][0]["force"][2].get<double>(), 5.0, 1e-12);
  EXPECT_NE(text_of_time(facts).find("joint pin on die"), std::string::npos);
  EXPECT_TRUE(explained_time(trace, 0.1)["joints"].empty());
}

}  // namespace
}  // namespace rigor
