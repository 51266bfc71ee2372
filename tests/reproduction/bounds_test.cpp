// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <rigor/reproduction/bounds.hpp>

#include "quiet_settings.hpp"

namespace rigor {
namespace {

TEST(Bounds, EveryTrialIsInTheHistograms) {
  const Findings bounds = reproduce_bounds(testing::quiet_settings());
  ASSERT_EQ(bounds["trials"], 10'000);
  ASSERT_EQ(bounds["classes"].size(), 9U);
  for (const Findings& one : bounds["classes"])
    for (const char* form : {"printed", "corrected"}) {
      const auto bins = one[form]["bins"].get<std::vector<int>>();
      EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), 0), 10'000) << one["name"];
      EXPECT_GE(one[form]["median"].get<double>(), 1.0);
    }
  for (const Findings& one : bounds["classes"]) EXPECT_EQ(one["corrected"]["violations"], 0);
  // (1 - α)^k of the distance is left after k steps.
  for (const Findings& series : bounds["series"]) {
    const double kept = 1.0 - series["tightness"].get<double>();
    EXPECT_EQ(series["steps"].get<double>(), std::ceil(std::log(1e-6) / std::log(kept)));
    EXPECT_NEAR(series["distances"][2][1].get<double>(), kept * kept, 1e-5);
  }
}

TEST(Bounds, StopWhenTheUserWantsTo) {
  ReproductionSettings settings = testing::quiet_settings();
  settings.interrupted = [] { return true; };
  EXPECT_THROW(reproduce_bounds(settings), Interrupted);
}

}  // namespace
}  // namespace rigor
