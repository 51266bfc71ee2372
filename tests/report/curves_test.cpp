// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/report/curves.hpp>

#include "bouncing_trace.hpp"

namespace rigor {
namespace {

/// Between impacts the sum is constant: m g h + m v²/2, a quarter of the bounce energy left by
/// each.
TEST(Curves, EnergyIsConstantInFlightAndDropsAtImpacts) {
  const Bouncing run;
  const EnergyCurves curves = energy_curves(run.trace(), {0.0, 5.0}, 100'000);
  ASSERT_EQ(curves.total.size(), curves.kinetic.size());
  const double rest =
      kBounceGravity * (0.5 + kBounceSkin) + 0.5;  // resting height, sliding at 1 m/s
  const double bounce = kBounceGravity;            // 1 m of fall
  int checked = 0;
  const double first_impact = std::sqrt(2 / kBounceGravity);
  for (const PlotPoint& p : curves.total) {
    if (p.x < first_impact - 1e-9) {
      EXPECT_NEAR(p.y, rest + bounce, 1e-12);
      ++checked;
    } else if (p.x > first_impact + 1e-9 && p.x < 2 * first_impact - 1e-9) {
      EXPECT_NEAR(p.y, rest + bounce / 4, 1e-12);
      ++checked;
    }
  }
  EXPECT_GE(checked, 10);
  EXPECT_NEAR(curves.total.back().y, rest, 1e-9);
}

TEST(Curves, EnergyKeepsBothSidesOfAJump) {
  const Bouncing run;
  const EnergyCurves curves = energy_curves(run.trace(), {0.0, 5.0}, 100'000);
  const double impact = trace::seconds(run.trace().segments[1].start);
  std::vector<double> there;
  for (const PlotPoint& p : curves.total) {
    if (p.x == impact) there.push_back(p.y);
  }
  ASSERT_EQ(there.size(), 2U);
  EXPECT_NEAR(there[0] - there[1], 0.75 * kBounceGravity, 1e-9);
}

TEST(Curves, EverySegmentIsListedOnceUnderItsReason) {
  const Bouncing run;
  std::size_t dots = 0;
  for (const Series& series : segment_lengths(run.trace())) dots += series.points.size();
  EXPECT_EQ(dots, run.trace().segments.size());
  EXPECT_EQ(segment_lengths(run.trace()).size(), 2U);  // touch and rest
}

TEST(Curves, ShownTimesEndShortlyAfterRest) {
  const Bouncing run;
  const double rest = trace::seconds(run.trace().segments.back().start);
  EXPECT_EQ(rest_time(run.trace()), rest);
  EXPECT_NEAR(shown_times(run.trace()).high, 1.06 * rest, 1e-12);
  trace::Trace moving = run.trace();
  moving.segments.back().reason = trace::EndReason::Stop;
  EXPECT_EQ(shown_times(moving).high, 5.0);
  EXPECT_LT(shown_times({}).low, shown_times({}).high);
  trace::Trace still = run.trace();
  still.segments = {still.segments.back()};
  still.segments[0].start = still.header.start;
  EXPECT_EQ(shown_times(still).high, 5.0);  // at rest from the start: the run's own length
}

TEST(Curves, EveryKindHasAColour) {
  for (int kind = 0; kind <= static_cast<int>(trace::EventKind::Sample); ++kind) {
    const int colour = colour_of(static_cast<trace::EventKind>(kind));
    EXPECT_GE(colour, 1);
    EXPECT_LT(colour, kColours);
  }
  EXPECT_EQ(event_marks(Bouncing().trace()).size(), Bouncing().trace().events.size());
}

}  // namespace
}  // namespace rigor
