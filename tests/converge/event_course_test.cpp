// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/converge/event_course.hpp>

namespace rigor {
namespace {

using trace::EventKind;

/// Events of one pair that are told at lo, jump at lo + late/2 and have a bracket of `late`, s.
std::vector<Occurrence> course_of(const std::vector<std::pair<EventKind, double>>& told,
                                  double late, bool proved) {
  trace::Trace run;
  run.bodies.resize(1);
  for (const auto& [kind, time] : told) {
    trace::Event event;
    event.kind = kind;
    event.a = {trace::kWorld, 0};
    event.b = {0, 0};
    event.lo = trace::time_from(time);
    event.at = trace::advanced(event.lo, 0.5 * late);
    event.hi = trace::advanced(event.lo, late);
    event.proved = proved;
    event.location_error = 1e-13;
    run.events.push_back(event);
  }
  const auto courses = courses_of(run);
  return courses.empty() ? std::vector<Occurrence>{} : courses.begin()->second;
}

/// A touch is somewhere in its proved bracket; a lift is told where the force was zero.
TEST(EventCourse, LocationIsTheBracketOfWhatIsProved) {
  EXPECT_NEAR(course_of({{EventKind::Impact, 1.0}}, 1e-7, true).front().location, 1e-7, 1e-12);
  EXPECT_NEAR(course_of({{EventKind::Lift, 1.0}}, 1e-7, false).front().location, 2e-13, 1e-15);
}

/// Velocities jump at an impact; at a lift they go on, so it is over when it is told.
TEST(EventCourse, ImpactsAreOverWhereVelocitiesJump) {
  const Occurrence hit = course_of({{EventKind::Impact, 1.0}}, 1e-7, true).front();
  EXPECT_NEAR(trace::elapsed(hit.begins, hit.over), 5e-8, 1e-18);
  const Occurrence lift = course_of({{EventKind::Lift, 1.0}}, 1e-7, false).front();
  EXPECT_EQ(lift.begins, lift.over);
}

TEST(EventCourse, FeaturesAndSamplesAreLeftOut) {
  EXPECT_TRUE(course_of({{EventKind::Feature, 1.0}, {EventKind::Sample, 2.0}}, 0.0, true).empty());
}

TEST(EventCourse, AnImpactSwallowsWhatThePairDoesAtItsInstant) {
  const auto course = course_of({{EventKind::Impact, 1.0},
                                 {EventKind::Lift, 1.0},
                                 {EventKind::Touch, 1.0 + 1e-12},
                                 {EventKind::Lift, 2.0}},
                                0.0, true);
  ASSERT_EQ(course.size(), 2U);
  EXPECT_EQ(course[0].kind, EventKind::Impact);
  EXPECT_NEAR(trace::seconds(course[0].over), 1.0 + 1e-12, 1e-15);
  EXPECT_EQ(course[1].family, EventFamily::Lift);
}

TEST(EventCourse, HopsAreOfBodiesAndOfJointLimits) {
  EXPECT_TRUE(may_hop(EventFamily::Meeting) && may_hop(EventFamily::Limit));
  EXPECT_FALSE(may_hop(EventFamily::Accumulation) || may_hop(EventFamily::Jam));
}

}  // namespace
}  // namespace rigor
