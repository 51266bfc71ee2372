// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/decision/event_impact.hpp>

#include "event_box.hpp"

namespace rigor {
namespace {

TEST(EventImpact, AFallingBoxStopsByItsMomentum) {
  for (const Law law : {Law::Frictionless, Law::NoSlip, Law::Coulomb}) {
    const EventBox box(law, 0.3, falling(2.0));
    EventProblem event = box.problem();
    ASSERT_FALSE(resolve_impacts(event).has_value());
    EXPECT_TRUE(event.out.impact);
    EXPECT_FALSE(event.out.order_matters);  // one pair
    EXPECT_LE(velocity_of(event.cluster).norm(), 1e-12) << name(law);
    Vector3 sum = Vector3::Zero();
    for (const TouchPoint& point : event.out.points) sum += point.impulse_W;
    EXPECT_LE((sum - Vector3(0, 0, 2)).norm(), 1e-12) << name(law);
  }
}

TEST(EventImpact, FrictionTakesAtMostMuTimesTheNormalImpulse) {
  Vector6 v = falling(2.0);
  v[0] = 5.0;
  const EventBox box(Law::Coulomb, 0.3, v);
  EventProblem event = box.problem();
  ASSERT_FALSE(resolve_impacts(event).has_value());
  EXPECT_NEAR(event.cluster.states[0].v[0], 5.0 - 0.3 * 2.0, 1e-12);
}

TEST(EventImpact, NothingHappensToWhatDoesNotApproach) {
  for (const Vector6& v : {falling(0.0), falling(-1.0)}) {
    const EventBox box(Law::NoSlip, 0.0, v);
    EventProblem event = box.problem();
    ASSERT_FALSE(resolve_impacts(event).has_value());
    EXPECT_FALSE(event.out.impact);
    EXPECT_EQ(velocity_of(event.cluster), event.v_before);
  }
}

TEST(EventImpact, FacesOnAHalfSpaceHaveOnePlane) {
  const EventBox box(Law::Coulomb, 0.3, falling(2.0));
  EventProblem event = box.problem();
  ASSERT_FALSE(resolve_impacts(event).has_value());
  EXPECT_FALSE(meets_at_corners(event, {}));
}

}  // namespace
}  // namespace rigor
