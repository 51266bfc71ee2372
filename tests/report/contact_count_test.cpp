// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/report/contact_count.hpp>

#include "bouncing_trace.hpp"

namespace rigor {
namespace {

double at(const ContactCount& count, double time) {
  double found = 0.0;
  for (const PlotPoint& point : count.points) {
    if (point.x <= time) found = point.y;
  }
  return found;
}

TEST(ContactCount, IsAStepFunctionThatEndsWithTheRun) {
  const Bouncing run;
  const ContactCount count = contact_count(run.trace());
  EXPECT_EQ(count.source, ContactSource::Certificates);
  EXPECT_EQ(count.points.front().y, 0.0);
  EXPECT_EQ(count.points.back().y, 4.0);
  EXPECT_EQ(count.points.back().x, 5.0);
}

/// The bouncing cube without contact certificates, pressed by two of three points from 1 s to 2 s.
trace::Trace pressed() {
  trace::Trace trace = Bouncing().trace();
  for (trace::Certificate& certificate : trace.certificates) certificate.active.clear();
  trace::ContactForce force;
  force.a = {trace::kWorld, 0};
  force.b = {0, 0};
  force.begin = trace::time_from(1.0);
  force.end = trace::time_from(2.0);
  force.points.resize(3);
  force.points[0].force = {{{0.0}, {0.0}, {4.905}}};
  force.points[1].force = {{{0.0}, {0.0}, {4.905, 0.1}}};
  force.points[2].force = {{{0.0}, {0.0}, {0.0}}};
  trace.forces = {force};
  return trace;
}

TEST(ContactCount, WithoutCertificatesCountsThePointsThatPress) {
  const ContactCount count = contact_count(pressed());
  EXPECT_EQ(count.source, ContactSource::Forces);
  EXPECT_EQ(at(count, 0.5), 0.0);
  EXPECT_EQ(at(count, 1.5), 2.0);
  EXPECT_EQ(at(count, 2.5), 0.0);
}

TEST(ContactCount, BodiesThatFallAsleepTouchWhatTheyPressedOn) {
  trace::Trace trace = pressed();
  trace::Segment& last = trace.segments.back();
  last.start = trace::time_from(2.0);  // from the end of the force on
  last.end = trace::time_from(4.0);
  for (auto& series : last.position) series.resize(1);
  for (auto& series : last.quaternion) series.resize(1);
  const ContactCount count = contact_count(trace);
  EXPECT_EQ(at(count, 3.0), 2.0);
  EXPECT_EQ(at(count, 4.5), 0.0);
}

TEST(ContactCount, IsZeroWhereNothingTouches) {
  for (const PlotPoint& point : contact_count({}).points) EXPECT_EQ(point.y, 0.0);
}

}  // namespace
}  // namespace rigor
