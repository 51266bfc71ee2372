// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/verification/edge_edge.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

struct Bars {
  explicit Bars(double gap, Precision precision = Precision::Rounded)
      : trace(crossing_bars(1, 0.1, 8, gap, false)) {
    for (std::size_t i = 0; i < 2; ++i) {
      const Segment& segment = trace.segments[i];
      interval = {exact(segment.start), exact(segment.end)};
      motions[i] = motion_on(segment, interval, precision);
      points[i] = exact_points(trace.bodies[i].pieces[0]);
    }
  }
  EdgePair pair(int sign = 1) const {
    return {{&motions[0], &points[0]}, {&motions[1], &points[1]}, {6, 7}, {0, 1}, sign};
  }
  Proof prove(double level, double slack, Gap& gap, int sign = 1) const {
    return prove_edges_apart(edge_forms(pair(sign)), Dyadic(level), Dyadic(slack),
                             {interval, {0, 0}, {1, 0}}, gap);
  }

  Trace trace;
  Interval interval;
  std::array<Motion, 2> motions;
  std::array<Points, 2> points;
};

TEST(EdgeEdge, ProvesTheDistanceOfCrossingEdgesAndNoMore) {
  for (const Precision precision : {Precision::Rounded, Precision::Exact}) {
    const Bars bars(1e-7, precision);
    Gap gap;
    EXPECT_EQ(bars.prove(0.999e-7, 0.0, gap).sign, Sign::Positive);
    EXPECT_NEAR(gap.lower, 1e-7, 0.02e-7);
    EXPECT_NE(bars.prove(1.001e-7, 0.0, gap).sign, Sign::Positive);
    EXPECT_NE(bars.prove(0.999e-7, 0.0, gap, -1).sign, Sign::Positive);
  }
}

TEST(EdgeEdge, SlackIsSpentOnVerticesBeyondTheirEdge) {
  // The upper bar's edge is named by vertices that are not the lowest: those lie far beyond it.
  const Bars bars(1e-3);
  EdgePair pair = bars.pair();
  pair.edge_b = {2, 3};
  const EdgeForms forms = edge_forms(pair);
  Gap gap;
  const Stage stage{bars.interval, {0, 0}, {1, 0}};
  EXPECT_NE(prove_edges_apart(forms, Dyadic(1e-3), Dyadic(0.0), stage, gap).sign, Sign::Positive);
  // 0.1 √2 beyond; a slack of 0.15 covers it, and the level must then exceed twice that.
  EXPECT_EQ(prove_edges_apart(forms, Dyadic(0.1), Dyadic(0.15), stage, gap).sign, Sign::Positive);
}

TEST(EdgeEdge, BandsHoldOnBothSides) {
  const EdgeForms forms = edge_forms(Bars(1e-8).pair());
  EXPECT_EQ(prove_edge_band(forms, Dyadic(0.99e-8), Dyadic(1.01e-8)), Sign::Positive);
  EXPECT_NE(prove_edge_band(forms, Dyadic(1.001e-8), Dyadic(1.01e-8)), Sign::Positive);
  EXPECT_NE(prove_edge_band(forms, Dyadic(0.99e-8), Dyadic(0.999e-8)), Sign::Positive);
}

}  // namespace
}  // namespace rigor::verification
