// SPDX-License-Identifier: Apache-2.0
// What is said to be beyond a degree, against coefficients of the whole polynomial.
#include <random>

#include <gtest/gtest.h>

#include <rigor/verification/growth.hpp>

namespace rigor::verification {
namespace {

using Rows = std::array<std::vector<double>, 1>;

/// Coefficients that fall by `fall` from one to the next, with random signs.
Rows falling(std::mt19937& random, std::size_t count, double fall) {
  std::uniform_real_distribution<double> part(-1.0, 1.0);
  Rows out;
  double size = 1.0;
  for (std::size_t k = 0; k < count; ++k, size *= fall) out[0].push_back(size * part(random));
  return out;
}

Real at(const Rows& rows, Real x) { return Terms(x, rows[0].size()).sum(rows[0])[0]; }

/// Σ |c_k| for k > degree, of a function that is a polynomial of a degree below `count`.
template <class F>
Real truly_beyond(F&& f, int degree, int count) {
  Nodes nodes;
  std::vector<Real> values;
  for (int j = 0; j < count; ++j) values.push_back(f(nodes.node(j, count)));
  const std::vector<Real> c = interpolant(values, nodes);
  Real sum = 0;
  for (std::size_t k = static_cast<std::size_t>(degree) + 1; k < c.size(); ++k)
    sum += std::abs(c[k]);
  return sum;
}

/// Products of four series, on the whole interval and on parts of it.
TEST(Growth, BoundsWhatIsBeyondADegree) {
  std::mt19937 random(5);
  int shorter = 0, cases = 0;
  for (const double fall : {0.9, 0.5, 0.2})
    for (const double share : {1.0, 0.6, 0.1})
      for (int repeat = 0; repeat < 4; ++repeat) {
        const std::array<Rows, 4> series = {falling(random, 17, fall), falling(random, 17, fall),
                                            falling(random, 17, fall), falling(random, 9, fall)};
        const Real from = repeat % 2 == 0 ? share - 1 : 1 - share;  // middle of the part
        const auto f = [&](Real x) {
          Real product = 1;
          for (const Rows& rows : series) product *= at(rows, from + share * x);
          return product;
        };
        Growth growth = Growth::constant(1);
        for (const Rows& rows : series) growth = growth * Growth::of(sizes_of(rows), share);
        ASSERT_EQ(growth.degree(), 56);
        for (const Real error : {1e-3L, 1e-8L, 1e-14L}) {
          const int degree = growth.degree_within(error);
          EXPECT_LE(growth.beyond(degree), error * 1.0001L);
          EXPECT_LE(truly_beyond(f, degree, 64), growth.beyond(degree) + 1e-16L)
              << "fall " << fall << ", share " << share << ", error " << error;
          ++cases;
          shorter += degree < growth.degree() ? 1 : 0;
        }
      }
  EXPECT_EQ(cases, 108);
  EXPECT_GT(shorter, 70);  // it is of use
}

TEST(Growth, SlopesSumsAndIntegralsAreBounded) {
  std::mt19937 random(6);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Rows a = falling(random, 17, 0.4);
    const Rows b = falling(random, 12, 0.6);
    const Growth slope = Growth::of(slope_sizes(sizes_of(a)), 1);
    const Growth both = Growth::of(sizes_of(a), 1) + Growth::of(sizes_of(b), 1);
    ASSERT_EQ(slope.degree(), 15);
    for (const int degree : {0, 2, 5, 9}) {
      const auto slope_at = [&](Real x) { return Terms(x, a[0].size()).sum(a[0])[1]; };
      EXPECT_LE(truly_beyond(slope_at, degree, 20), slope.beyond(degree));
      const auto sum_at = [&](Real x) { return at(a, x) + at(b, x); };
      EXPECT_LE(truly_beyond(sum_at, degree, 20), both.beyond(degree));
      const auto primitive = [&](Real x) {  // of a alone, term by term
        Real sum = a[0][0] * x + a[0][1] * x * x / 2;
        const Terms t(x, 18);
        for (std::size_t k = 2; k < a[0].size(); ++k)
          sum +=
              a[0][k] * (t.values[k + 1] / (2 * (k + 1.0L)) - t.values[k - 1] / (2 * (k - 1.0L)));
        return sum;
      };
      const Growth integral = Growth::of(sizes_of(a), 1).integrated();
      EXPECT_LE(truly_beyond(primitive, degree, 20), integral.beyond(degree) + 1e-18L);
    }
  }
}

/// Nothing is beyond the degree itself, of constants, lines or zero.
TEST(Growth, ShortOnesAreExact) {
  EXPECT_EQ(Growth().degree_within(0), 0);
  EXPECT_EQ(Growth::constant(3).degree_within(0), 0);
  EXPECT_EQ(Growth::line(3).degree_within(1e-30L), 1);
  EXPECT_EQ(Growth::line(3).beyond(1), 0);
  EXPECT_GE(Growth::line(3).beyond(0), 3);
}

}  // namespace
}  // namespace rigor::verification
