// SPDX-License-Identifier: Apache-2.0
// Bounds of polynomials against dense samples and closed forms.
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/extent.hpp>

namespace rigor::verification {
namespace {

Bounded bounded(int degree, Nodes& nodes, const std::function<Real(Real)>& f, Real error = 0) {
  std::vector<Real> values;
  for (int j = 0; j <= degree; ++j) values.push_back(f(nodes.node(j, degree + 1)));
  return {values, error, nodes};
}

TEST(Extent, BoundsHoldAndAreTightForParabolas) {
  Random random(3);
  Nodes nodes;
  int tight = 0;
  for (int round = 0; round < 200; ++round) {
    const int degree = 2 + round % 9;
    std::vector<double> c;
    for (int k = 0; k <= degree; ++k) c.push_back(random.uniform(-1, 1));
    const Bounded f = bounded(degree, nodes, [&](Real x) { return Terms(x, c.size()).sum(c)[0]; });
    Real low = 1e9L, high = -1e9L;
    for (int i = 0; i <= 400; ++i) {
      const Real y = Terms(-1 + i / 200.0L, c.size()).sum(c)[0];
      low = std::min(low, y), high = std::max(high, y);
    }
    EXPECT_LE(f.low(), low) << round;
    EXPECT_GE(f.high(), high) << round;
    if (degree == 2 && f.high() - high < 1e-4L && low - f.low() < 1e-4L) ++tight;
  }
  EXPECT_GE(tight, 20);
}

/// The mean of max(0, x - 0.5) over [-1, 1] is 1/16; that of max(0, -1 - x²) is none.
TEST(Extent, MeansOfExcessesAreBounded) {
  Nodes nodes;
  const auto same = [](Real x, Real) { return x; };
  const Bounded line = bounded(1, nodes, [](Real x) { return x - 0.5L; });
  const Real mean = mean_above_zero(line, line, same, 1e-9L, nodes);
  EXPECT_GE(mean, 0.0625L);
  EXPECT_LE(mean, 0.08L);
  const Bounded hill = bounded(2, nodes, [](Real x) { return -1 - x * x; });
  EXPECT_EQ(mean_above_zero(hill, hill, same, 0, nodes), 0);
  // Values that may be off count as if they were.
  const Bounded vague = bounded(
      2, nodes, [](Real) { return -1; }, 2);
  EXPECT_GE(mean_above_zero(vague, vague, same, 0, nodes), 1);
  const auto root = [](Real x, Real) { return std::sqrt(x); };
  const Bounded valley = bounded(2, nodes, [](Real x) { return x * x; });
  const Real rooted = mean_above_zero(valley, valley, root, 1e-9L, nodes);
  EXPECT_GE(rooted, 0.5L);
  EXPECT_LE(rooted, 0.6L);
  // The weight is that of each part, not that of the whole.
  const auto ratio = [](Real x, Real weight) { return std::min(Real{100}, x / weight); };
  EXPECT_LE(mean_above_zero(valley, valley, ratio, 1e-9L, nodes), 3.0L);
}

}  // namespace
}  // namespace rigor::verification
