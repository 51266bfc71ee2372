// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/integration/accumulation.hpp>

namespace rigor {
namespace {

TEST(ImpactHistory, FindsTheLimitOfAGeometricSequence) {
  for (const double ratio : {0.1, 0.25, 0.5, 0.9}) {
    ImpactHistory history;
    trace::Time t = trace::time_from(1.5);
    double interval = 1e-3;
    double limit = 1.5 + interval / (1.0 - ratio);
    for (int i = 0; i < 6; ++i) {
      history.add(t);
      if (i < 5) t = trace::advanced(t, interval);
      interval *= ratio;
    }
    const ImpactHistory::Limit found = history.limit(t);
    EXPECT_TRUE(found.estimated);
    EXPECT_NEAR(found.time, limit, 1e-13) << "ratio " << ratio;
    EXPECT_NEAR(found.cut_off, limit - trace::seconds(t), 1e-13);
  }
}

/// Hops as low as the contact band end late: the estimate of the impacts before them is taken.
TEST(ImpactHistory, HopsThatAreHardlyLocatedDoNotSpoilIt) {
  ImpactHistory history;
  trace::Time t = trace::time_from(1.5);
  double interval = 1e-3;
  const double limit = 1.5 + interval / (1.0 - 0.8);
  for (int i = 0; i < 8; ++i) {
    history.add(t);
    t = trace::advanced(t, interval);
    interval *= 0.8;
  }
  for (const double late : {1.2, 1.35}) {
    history.add(t);
    t = trace::advanced(t, late * interval);
    interval *= 0.8;
  }
  history.add(t);
  const ImpactHistory::Limit found = history.limit(t);
  EXPECT_TRUE(found.estimated);
  EXPECT_NEAR(found.time, limit, 1e-12);
  EXPECT_LT(found.error, 1e-12);
}

/// Three impacts give an estimate, but nothing to compare it with.
TEST(ImpactHistory, TheErrorOfASingleEstimateIsWhatItAdds) {
  ImpactHistory history;
  for (const double t : {1.0, 1.5, 1.75}) history.add(trace::time_from(t));
  const ImpactHistory::Limit found = history.limit(trace::time_from(1.75));
  EXPECT_TRUE(found.estimated);
  EXPECT_NEAR(found.time, 2.0, 1e-15);
  EXPECT_EQ(found.error, found.cut_off);
}

TEST(ImpactHistory, SaysSoWhenThereIsNothingToExtrapolate) {
  ImpactHistory history;
  const trace::Time now = trace::time_from(2.0);
  EXPECT_FALSE(history.limit(now).estimated);
  history.add(trace::time_from(1.0));
  history.add(trace::time_from(1.1));
  history.add(trace::time_from(1.3));  // intervals grow
  EXPECT_FALSE(history.limit(now).estimated);
  EXPECT_EQ(history.limit(now).time, 2.0);
}

}  // namespace
}  // namespace rigor
