// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/report/track.hpp>

#include "bouncing_trace.hpp"

namespace rigor {
namespace {

/// The first flight is a parabola: z = z0 - g t²/2, v = -g t, x = t.
TEST(Track, FollowsTheParabola) {
  const Bouncing run;
  const trace::Segment& first = run.trace().segments.front();
  for (const double t : {0.0, 0.1, 0.3, 0.45}) {
    const TrackPoint at = track_point(first, t);
    EXPECT_NEAR(at.X_WB.translation.z(), 1.5 + kBounceSkin - kBounceGravity * t * t / 2, 1e-14);
    EXPECT_NEAR(at.X_WB.translation.x(), t, 1e-14);
    EXPECT_NEAR(at.V_WB.linear.z(), -kBounceGravity * t, 1e-13);
    EXPECT_NEAR(at.V_WB.linear.x(), 1.0, 1e-14);
  }
}

/// q(t) = λ(t) exp(ω t/2) with any stretch λ: the angular velocity does not see it.
TEST(Track, AngularVelocityOfAStretchedQuaternion) {
  trace::Segment segment;
  segment.length = 2.0;
  segment.position = {std::vector<double>{0.0}, {0.0}, {0.0}};
  // q = (1 + x/2) (1, 0, 0, x/8) on x in [-1, 1]: about z, tan(angle/2) = x/8.
  // Products of polynomials: x (1 + x/2)/8 = 1/32 + x/8 + T2/32.
  segment.quaternion = {std::vector<double>{1.0, 0.5, 0.0},
                        {0.0, 0.0, 0.0},
                        {0.0, 0.0, 0.0},
                        {1.0 / 32, 1.0 / 8, 1.0 / 32}};
  for (const double t : {0.2, 1.0, 1.7}) {
    const double x = t - 1;
    const double expected = 2 * (1.0 / 8) / (1 + x * x / 64);  // d/dt 2 atan(x/8)
    const TrackPoint at = track_point(segment, t);
    EXPECT_NEAR(at.V_WB.angular.z(), expected, 1e-14);
    EXPECT_NEAR(at.V_WB.angular.x(), 0.0, 1e-15);
    EXPECT_NEAR(at.X_WB.rotation.norm(), 1.0, 1e-15);
  }
}

TEST(Track, LooksUpBothSidesOfAnInstant) {
  const Bouncing run;
  const trace::Trace& trace = run.trace();
  const Tracks tracks(trace);
  const trace::Time t = trace.segments[1].start;
  EXPECT_EQ(tracks.segment(0, t, Limit::Before), &trace.segments[0]);
  EXPECT_EQ(tracks.segment(0, t, Limit::After), &trace.segments[1]);
  EXPECT_EQ(tracks.segment(0, trace::time_from(100.0), Limit::After), &trace.segments.back());
  EXPECT_EQ(tracks.segment(7, t, Limit::After), nullptr);
  EXPECT_EQ(tracks.segment(0, 3U), &trace.segments[3]);
  EXPECT_EQ(tracks.segment(0, 100000U), nullptr);
}

}  // namespace
}  // namespace rigor
