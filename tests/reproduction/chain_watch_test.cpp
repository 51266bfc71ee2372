// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/geometry/solids.hpp>
#include <rigor/reproduction/chain_watch.hpp>

namespace rigor {
namespace {

/// Two upright links side by side; the lowest corner of the second is at `deepest` above the ground
/// in the middle of the step, and `rise` higher at its ends. The first one is 3 m higher.
StepReport dip(const ChainShape& chain, double from, double to, double deepest, double rise) {
  StepReport step{trace::time_from(to), {}, {}, {}};
  for (const double lift : {3.0, 0.0}) {
    trace::Segment segment;
    segment.start = trace::time_from(from);
    segment.end = step.time;
    segment.length = trace::elapsed(segment.start, segment.end);
    const double centre = deepest - chain.ground + 0.5 * chain.length + lift;
    segment.position = {{{2.0 * lift}, {0.0}, {centre + 0.5 * rise, 0.0, 0.5 * rise}}};
    segment.quaternion = {{{1.0}, {0.0}, {0.0}, {0.0}}};
    step.segments.push_back(segment);
  }
  return step;
}

ChainWatch watch_of(const ChainShape& chain, std::vector<double> strobes = {}) {
  const Vector3 half(0.5 * chain.width, 0.5 * chain.width, 0.5 * chain.length);
  return ChainWatch(chain, unwrap(make_box(half)), std::move(strobes));
}

TEST(ChainWatch, FindsTheLowestPointInsideAStep) {
  const ChainShape chain = authors_chain();
  ChainWatch watch = watch_of(chain);
  watch.see(dip(chain, 1.0, 1.0065, 0.5, 0.2));
  watch.see(dip(chain, 1.0065, 1.0165, 0.7, 0.2));
  EXPECT_NEAR(watch.clearance(), 0.5, 1e-9);
  EXPECT_NEAR(watch.clearance_time(), 1.00325, 1e-6);
  EXPECT_EQ(watch.bins()[6], 1);  // 6.5 ms
  EXPECT_EQ(watch.bins()[9], 1);  // 10 ms
  EXPECT_TRUE(watch.heights().empty()) << "long before the nadir";
}

TEST(ChainWatch, IsPastTheNadirTwoHundredthsOfASecondLater) {
  const ChainShape chain = authors_chain();
  ChainWatch early = watch_of(chain);
  early.see(dip(chain, 1.0, 1.01, 0.5, 0.2));
  early.see(dip(chain, 1.01, 1.05, 0.7, 0.2));
  EXPECT_FALSE(early.is_past_nadir()) << "no low before 4 s is the nadir";
  ChainWatch watch = watch_of(chain);
  watch.see(dip(chain, 4.48, 4.49, 0.5, 0.2));
  watch.see(dip(chain, 4.49, 4.50, 0.7, 0.2));
  EXPECT_FALSE(watch.is_past_nadir());
  watch.see(dip(chain, 4.50, 4.51, 0.9, 0.2));
  EXPECT_TRUE(watch.is_past_nadir());
  EXPECT_EQ(watch.heights().size(), 24U);  // every 1.25 ms
}

TEST(ChainWatch, KeepsTheHingesAtTheInstantsAskedFor) {
  const ChainShape chain = authors_chain();
  ChainWatch watch = watch_of(chain, {0.105, 0.5});
  watch.see(dip(chain, 0.1, 0.11, 0.5, 0.2));
  ASSERT_EQ(watch.strobes()[0].size(), 3U);
  EXPECT_TRUE(watch.strobes()[1].empty());
  EXPECT_NEAR(watch.strobes()[0][0].y, 0.5 - chain.ground + chain.length + 3.0, 1e-9);
  EXPECT_NEAR(watch.strobes()[0][1].y, 0.5 - chain.ground + 3.0, 1e-9);
  EXPECT_NEAR(watch.strobes()[0][2].y, 0.5 - chain.ground, 1e-9);
  EXPECT_EQ(watch.strobes()[0][1].x, 6.0);
}

}  // namespace
}  // namespace rigor
