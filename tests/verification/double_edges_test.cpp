// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/double_edges.hpp>
#include <rigor/verification/edge_edge.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

/// Crossing bars this far apart, in doubles and exactly.
struct Bars {
  Bars(double gap, int degree) : trace(crossing_bars(1, 0.1, degree, gap, false)) {
    const Segment& first = trace.segments[0];
    span = {first.start, first.end};
    interval = {exact(span.begin), exact(span.end)};
    for (std::size_t i = 0; i < 2; ++i) {
      doubles[i] = double_motion(trace.segments[i], span);
      exacts[i] = motion_on(trace.segments[i], interval, Precision::Exact);
      points[i] = exact_points(trace.bodies[i].pieces[0]);
    }
  }
  bool quick(const EdgeClaim& claim, std::array<std::uint32_t, 2> edge_b, int sign,
             Gap& gap) const {
    const auto piece = [&](std::size_t i) {
      return DoublePiece{&doubles[i], &trace.bodies[i].pieces[0].vertices};
    };
    return proves_edges_apart({piece(0), piece(1), {6, 7}, edge_b, sign}, claim,
                              {span, {0, 0}, {1, 0}}, gap);
  }
  Sign sure(const EdgeClaim& claim, std::array<std::uint32_t, 2> edge_b, int sign) const {
    const EdgeForms forms =
        edge_forms({{&exacts[0], &points[0]}, {&exacts[1], &points[1]}, {6, 7}, edge_b, sign});
    Gap gap;
    const Sign apart = prove_edges_apart(forms, Dyadic(claim.level), Dyadic(claim.slack),
                                         {interval, {0, 0}, {1, 0}}, gap)
                           .sign;
    if (apart != Sign::Positive || claim.band_high <= 0.0) return apart;
    return prove_edge_band(forms, Dyadic(claim.band_low), Dyadic(claim.band_high));
  }

  Trace trace;
  Span span;
  Interval interval;
  std::array<DoubleMotion, 2> doubles;
  std::array<Motion, 2> exacts;
  std::array<Points, 2> points;
};

TEST(DoubleEdges, NeverProveWhatIsFalseAndMissLittle) {
  Random random(21);
  int proved = 0;
  int refuted = 0;
  for (const double distance : {1e-8, 1e-6, 1e-3, 0.1}) {
    const Bars bars(distance, 4);
    for (int i = 0; i < 40; ++i) {
      EdgeClaim claim{distance * random.uniform(0.9, 1.1), distance * random.uniform(0.0, 0.01)};
      if (i % 3 == 0) claim.band_low = distance * random.uniform(0.5, 1.1);
      if (i % 3 == 0) claim.band_high = distance * random.uniform(0.9, 2.0);
      const std::array<std::uint32_t, 2> edge =
          i % 5 == 4 ? std::array<std::uint32_t, 2>{2, 3} : std::array<std::uint32_t, 2>{0, 1};
      const int sign = i % 7 == 6 ? -1 : 1;
      Gap gap;
      const bool quick = bars.quick(claim, edge, sign, gap);
      const Sign sure = bars.sure(claim, edge, sign);
      if (quick) {
        ASSERT_EQ(sure, Sign::Positive) << distance << " " << claim.level << " " << claim.slack;
        ASSERT_LE(gap.lower, distance * (1.0 + 1e-6));
        ++proved;
      }
      refuted += sure == Sign::Refuted ? 1 : 0;
    }
    Gap gap;
    EXPECT_TRUE(bars.quick({0.5 * distance, 1e-3 * distance}, {0, 1}, 1, gap)) << distance;
    EXPECT_GE(gap.lower, 0.5 * distance);
    if (distance < 1e-6) {
      EXPECT_GE(gap.lower, 0.98 * distance);
    }
  }
  EXPECT_GT(proved, 20);
  EXPECT_GT(refuted, 40);
}

}  // namespace
}  // namespace rigor::verification
