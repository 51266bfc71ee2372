// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/laws/lift.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

/// Normal rows of the corners of a rectangle 2a x 2b below the centre.
BodyRows corner_rows(double a, double b) {
  BodyRows J(4, 6);
  int i = 0;
  for (const double x : {-a, a}) {
    for (const double y : {-b, b}) {
      J.row(i++) << 0, 0, 1, y, -x, 0;
    }
  }
  return J;
}

// A load F at (ξ a, η b) on four corners ±, ±: the forces are F/4 (1 ± ξ ± η) plus k times the sign
// product, k free. At the far edge of the larger coordinate two forces add up to F/2 (1 - |ξ|);
// split evenly they are the smallest, so the margin is F/4 (1 - max(|ξ|, |η|)).
TEST(Lift, RectangleLiftsWhereThePressureCentreLeavesIt) {
  Random random(3);
  int inside = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const double xi = random.uniform(-1.3, 1.3);
    const double eta = random.uniform(-1.3, 1.3);
    const double a = 0.5;
    const double b = 0.3;
    const BodyRows J = corner_rows(a, b);
    Matrix6 inverse = Vector6(1, 1, 1, 6, 6, 6).asDiagonal();
    const BodyRows response = J * inverse;
    const RowBasis basis = independent_rows(J, response);
    ASSERT_EQ(basis.rank, 3);
    // A body at rest under the load -F at (x, y): the mode must cancel it.
    const double F = 10.0;
    Vector6 load;
    load << 0, 0, -F, -F * eta * b, F * xi * a, 0;
    BodyMode mode;
    mode.count = basis.rank;
    for (int k = 0; k < basis.rank; ++k) {
      mode.J.row(k) = J.row(basis.rows[static_cast<std::size_t>(k)]);
      mode.response.row(k) = response.row(basis.rows[static_cast<std::size_t>(k)]);
    }
    const BodyAcceleration held = solve_body_mode(mode, inverse * load);
    ASSERT_LE(held.a.norm(), 1e-13 * F);
    const LiftMargin lift = lift_margin(J, 4, basis, held.multipliers);
    ASSERT_TRUE(lift.solved);
    const double edge = std::max(std::abs(xi), std::abs(eta));
    EXPECT_EQ(lift.margin >= 0.0, edge <= 1.0) << xi << " " << eta;
    EXPECT_NEAR(lift.margin, 0.25 * F * (1.0 - edge), 1e-12 * F) << xi << " " << eta;
    inside += edge <= 1.0 ? 1 : 0;
  }
  EXPECT_GT(inside, 100);
  EXPECT_LT(inside, 250);
}

TEST(Lift, IndependentRowsGiveTheSmallestMultiplier) {
  BodyRows J(3, 6);
  J << 0, 0, 1, 0, 0.5, 0, 0, 0, 1, 0, -0.5, 0, 1, 0, 0, 0, 0, 0;
  const RowBasis basis = independent_rows(J, J);
  ASSERT_EQ(basis.rank, 3);
  Vector6 multipliers = Vector6::Zero();
  for (int k = 0; k < 3; ++k) {
    const int row = basis.rows[static_cast<std::size_t>(k)];
    multipliers[k] = row == 0 ? 2.0 : row == 1 ? 1.5 : -7.0;
  }
  const LiftMargin lift = lift_margin(J, 2, basis, multipliers);
  EXPECT_EQ(lift.margin, 1.5);
  EXPECT_EQ(lift.weakest, 1);
}

}  // namespace
}  // namespace rigor
