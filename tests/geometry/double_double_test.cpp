// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/geometry/double_double.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

__extension__ typedef __float128 Quad;

/// The documented bound of one operation.
constexpr double kRelative = 0x1p-100;

Quad exact(const DoubleDouble& a) { return static_cast<Quad>(a.hi) + static_cast<Quad>(a.lo); }

DoubleDouble random_number(Random& random) {
  const double hi = std::ldexp(random.uniform(-1.0, 1.0), random.index(60) - 30);
  return quick_two_sum(hi, hi * 0x1p-54 * random.uniform(-1.0, 1.0));
}

double relative_error(const DoubleDouble& actual, Quad expected) {
  const Quad error = exact(actual) - expected;
  return std::abs(static_cast<double>(error / expected));
}

TEST(DoubleDouble, OperationsAgreeWithQuadruplePrecision) {
  Random random(40);
  for (int trial = 0; trial < 20000; ++trial) {
    const DoubleDouble a = random_number(random);
    const DoubleDouble b = random_number(random);
    EXPECT_LE(relative_error(a * b, exact(a) * exact(b)), kRelative);
    EXPECT_LE(relative_error(a / b, exact(a) / exact(b)), kRelative);
    EXPECT_LE(relative_error(a + b, exact(a) + exact(b)), kRelative);
    EXPECT_LE(relative_error(a - b, exact(a) - exact(b)), kRelative);
    EXPECT_EQ(a < b, exact(a) < exact(b));
    if (a.hi <= 0.0) continue;
    const Quad root = exact(sqrt(a));
    EXPECT_LE(std::abs(static_cast<double>(root * root / exact(a) - 1)), 2 * kRelative);
  }
}

TEST(DoubleDouble, KeepsWhatDoubleLosesInADifference) {
  const DoubleDouble one(1.0);
  const DoubleDouble tiny(0x1p-80);
  EXPECT_EQ(((one + tiny) - one).hi, 0x1p-80);
}

TEST(DoubleDouble, TripletsMultiplyAsVectors) {
  const Triplet<DoubleDouble> a{1.0, 2.0, 3.0};
  const Triplet<DoubleDouble> b{-2.0, 0.5, 4.0};
  EXPECT_EQ(rounded(a.cross(b)), Vector3(6.5, -10.0, 4.5));
  EXPECT_EQ(a.dot(b).hi, 11.0);
}

}  // namespace
}  // namespace rigor
