// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/geometry/solids.hpp>
#include <rigor/reproduction/die_watch.hpp>

namespace rigor {
namespace {

StepReport falling_step(double from, double to, double z_from, double z_to) {
  trace::Segment segment;
  segment.start = trace::time_from(from);
  segment.end = trace::time_from(to);
  segment.length = trace::elapsed(segment.start, segment.end);
  segment.position = {{{0.0, 0.0}, {0.0, 0.0}, {0.5 * (z_from + z_to), 0.5 * (z_to - z_from)}}};
  segment.quaternion = {{{1.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}}};
  segment.reason = trace::EndReason::Full;
  return {segment.end, {segment}, {}, {}};
}

trace::Event impact(double time, std::uint32_t vertex) {
  trace::Event event;
  event.kind = trace::EventKind::Impact;
  event.lo = event.hi = trace::time_from(time);
  event.contacts.push_back(
      {{}, {}, {}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, 0.0, 0.0, trace::kWorld, vertex});
  return event;
}

TEST(DieWatch, MeasuresStepsAndTheLowestVertex) {
  DieWatch watch(unwrap(make_box(Vector3::Constant(0.5))));
  watch.see(falling_step(0.0, 0.25, 2.0, 1.5));
  ASSERT_EQ(watch.steps().size(), 1U);
  EXPECT_EQ(watch.steps()[0].time, 0.25);
  EXPECT_EQ(watch.steps()[0].length, 0.25);
  EXPECT_NEAR(watch.steps()[0].gap, 1.0, 1e-15);
}

// Touching the first vertex again, as hovering does, is no second impact.
TEST(DieWatch, SecondImpactIsAtAnotherVertex) {
  DieWatch watch(unwrap(make_box(Vector3::Constant(0.5))));
  for (const auto& [time, vertex] : {std::pair{0.1, 3U}, {0.2, 3U}, {0.3, 5U}, {0.4, 6U}}) {
    StepReport step = falling_step(time - 0.1, time, 1.0, 1.0 - time);
    step.events.push_back(impact(time, vertex));
    EXPECT_FALSE(watch.second_impact() && time < 0.3);
    watch.see(step);
  }
  ASSERT_TRUE(watch.second_impact());
  EXPECT_EQ(watch.second_impact()->time, 0.3);
  EXPECT_NEAR(watch.second_impact()->centre.z(), 0.7, 1e-15);
}

}  // namespace
}  // namespace rigor
