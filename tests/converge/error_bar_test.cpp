// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/converge/error_bar.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

/// x(δ) = x0 + c δ + k δ² + r δ^p, δ in units of the user's skin; tolerance moves run A by `shift`.
struct Family {
  double x0 = 1.0;
  double c = 0.0;
  double k = 0.0;
  double r = 0.0;
  double p = 0.5;
  double shift = 0.0;

  double at(double skin) const { return x0 + c * skin + k * skin * skin + r * std::pow(skin, p); }
  SkinReadings readings(const SkinLadder& ladder) const {
    return {at(1.0), at(ladder.c), at(ladder.d), std::abs(shift), 0.0, 0.0, 1.0};
  }
};

TEST(ErrorBar, AStraightEffectOfTheSkinIsTakenOut) {
  const Estimate x = estimate(Family{.x0 = 2.0, .c = 1e-7}.readings({}), {});
  ASSERT_TRUE(x.bar);
  EXPECT_NEAR(x.value, 2.0, 1e-14);
  EXPECT_LT(*x.bar, 1e-12);
}

/// The bar holds for random curved families in both directions of the ladder, and is not much wider
/// than the error.
TEST(ErrorBar, HoldsForCurvedEffects) {
  Random random(7);
  int held = 0;
  for (int i = 0; i < 1000; ++i) {
    const SkinLadder ladder =
        i % 2 == 0 ? SkinLadder{} : SkinLadder{1.0 / SkinLadder{}.c, 1.0 / SkinLadder{}.d};
    const Family family{.x0 = random.uniform(-2, 2),
                        .c = 1e-6 * random.uniform(-1, 1),
                        .k = 1e-8 * random.uniform(-1, 1),
                        .shift = 1e-9 * random.uniform(-1, 1)};
    const Estimate x = estimate(family.readings(ladder), ladder);
    ASSERT_TRUE(x.bar);
    if (std::abs(x.value - family.x0) <= *x.bar) ++held;
    EXPECT_LT(*x.bar, 1e-4) << i;
  }
  EXPECT_EQ(held, 1000);
}

TEST(ErrorBar, RootsOfTheSkinAreNotTakenOutButCovered) {
  for (const double p : {0.25, 0.5, 0.75}) {
    const Family family{.x0 = 1.0, .r = 1e-5, .p = p};
    const Estimate x = estimate(family.readings({}), {});
    ASSERT_TRUE(x.bar);
    EXPECT_FALSE(x.reason.empty()) << p;
    EXPECT_LE(std::abs(x.value - 1.0), *x.bar) << p;
  }
}

TEST(ErrorBar, GrowsWithTheTwinsOffsetAndTheLocation) {
  SkinReadings x{1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  const double quiet = *estimate(x, {}).bar;
  x.grown = 1e-3;  // an offset of 1e-9 became 1e-3: rounding of 2e-16 becomes 2e-9 with room
  EXPECT_EQ(*estimate(x, {}).bar, quiet);  // but no run shows any of it
  x.moved = 1e-10;
  const double sensitive = *estimate(x, {}).bar;
  EXPECT_GT(sensitive, 2e-10);
  EXPECT_GT(sensitive, 1e3 * quiet);
  x.location = 1e-6;
  EXPECT_GE(*estimate(x, {}).bar, sensitive + 1e-6);
}

/// An offset grows a thousandfold, and rounding of every run with it. The bars hold, although the
/// runs show only some of it.
TEST(ErrorBar, HoldsForGrownRounding) {
  Random random(11);
  constexpr double kGrown = 1e3 * 1e-15;
  int held = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto run = [&] { return 1.0 + kGrown * random.uniform(-1, 1); };
    const double b = run();
    const SkinReadings x{b, run(), run(), std::abs(run() - b), 1e3 * kTwinOffset, 0.0, 1.0};
    if (std::abs(estimate(x, {}).value - 1.0) <= *estimate(x, {}).bar) ++held;
  }
  EXPECT_GE(held, 999);
}

TEST(ErrorBar, StepsOfFirstOrderAreExtrapolatedAndOthersHaveNoBar) {
  const auto at = [](double h) { return 3.0 + 0.5 * h + 0.2 * h * h; };
  const StepReadings x{at(0.1), at(0.05), at(0.025)};
  EXPECT_NEAR(*observed_order(x), 1.0, 0.1);
  const Estimate e = estimate(x);
  ASSERT_TRUE(e.bar);
  EXPECT_LE(std::abs(e.value - 3.0), *e.bar);
  EXPECT_FALSE(estimate(StepReadings{3.0, 3.1, 2.8}).bar);              // it wanders off
  const Estimate grid = estimate(StepReadings{3.1, 3.0, 2.95 + 0.04});  // no clear order
  ASSERT_TRUE(grid.bar);
  EXPECT_EQ(grid.value, 2.99);
  EXPECT_NEAR(*grid.bar, 0.3, 1e-6);
  EXPECT_TRUE(estimate(StepReadings{3.0, 3.0, 3.0}).bar);  // nothing changes
  EXPECT_FALSE(observed_order(StepReadings{3.0, 3.0, 3.0}));
}

}  // namespace
}  // namespace rigor
