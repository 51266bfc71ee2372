// SPDX-License-Identifier: Apache-2.0
#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(ImpactEvents, TouchesAreProvedAndImpactsOnTheGridAreLocatedToAStep) {
  // The cube falls 0.3 m: its impact is faster than what a step foresees, so it is a touch.
  const Recorded run =
      proved(SmallScene(head(0.5) + "bodies:\n" + cube("cube", 0, 0, 0.35) + kGround));
  int proved_events = 0;
  for (const trace::Event& event : run.trace.events) {
    EXPECT_EQ(event.kind, trace::EventKind::Impact);
    ASSERT_FALSE(event.contacts.empty());
    if (event.proved) {
      ++proved_events;
      EXPECT_LE(trace::elapsed(event.lo, event.hi), 1e-6);
      EXPECT_NEAR(trace::seconds(event.lo), std::sqrt(2 * 0.3 / 10), 0.01);
    } else {
      EXPECT_NEAR(trace::elapsed(event.lo, event.hi), 0.01, 1e-12);
      EXPECT_NEAR(event.location_error, 0.01, 1e-12);
    }
    EXPECT_LE(event.energy_after, event.energy_before + 1e-9);
  }
  EXPECT_GE(proved_events, 1);
}

}  // namespace
}  // namespace rigor::first_order
