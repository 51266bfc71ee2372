// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/solvers/dual_active_set.hpp>

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

UnitRows unit_rows(const MatrixXd& columns, const VectorXd& right, int equalities) {
  return {columns.colwise().normalized(), right, VectorXd::Zero(right.size()), equalities};
}

TEST(DualActiveSet, ProjectsOnAPolygonOfManyEdges) {
  // 1000 tangents of the unit circle: the nearest point of the polygon to a far point along a
  // vertex direction is that vertex, at distance 1/cos(π/1000).
  const int count = 1000;
  MatrixXd columns(2, count);
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * M_PI * i / count;
    columns.col(i) << -std::cos(angle), -std::sin(angle);
  }
  const UnitRows rows = unit_rows(columns, VectorXd::Constant(count, -1.0), 0);
  const double half = M_PI / count;
  const VectorXd far = 10.0 * (VectorXd(2) << std::cos(half), std::sin(half)).finished();
  const NearestPoint point = nearest_point(rows, far, {});
  EXPECT_EQ(point.status, ProjectionStatus::Solved);
  EXPECT_NEAR(point.y.norm(), 1.0 / std::cos(half), 1e-11);
  EXPECT_NEAR(point.y.dot(far), 10.0 / std::cos(half), 1e-10);
}

TEST(DualActiveSet, RowsThatFollowFromOthersCostNothing) {
  // The same face a hundred times: one row is active.
  const UnitRows rows = unit_rows(MatrixXd::Constant(3, 100, 1.0), VectorXd::Constant(100, 2.0), 0);
  const NearestPoint point = nearest_point(rows, VectorXd::Zero(3), {});
  EXPECT_EQ(point.status, ProjectionStatus::Solved);
  EXPECT_EQ(point.active.size(), 1U);
  EXPECT_LE(point.iterations, 3);
  EXPECT_NEAR(point.y.norm(), 2.0, 1e-14);
}

TEST(DualActiveSet, EquationsThatNearlyDependAreUsedOnlyWhenNeeded) {
  MatrixXd columns(2, 2);
  columns << 1.0, 1.0, 0.0, 1e-9;
  const VectorXd y_star = (VectorXd(2) << 3.0, 4.0).finished();
  // The second equation holds to 4e-9 without being used, which is not enough: y is 0.
  const NearestPoint strict = nearest_point(unit_rows(columns, VectorXd::Zero(2), 2), y_star, {});
  EXPECT_EQ(strict.status, ProjectionStatus::Solved);
  EXPECT_EQ(strict.equality_rank, 2);
  EXPECT_LE(strict.y.norm(), 1e-6);
  columns(1, 1) = 1e-12;
  const NearestPoint loose = nearest_point(unit_rows(columns, VectorXd::Zero(2), 2), y_star, {});
  EXPECT_EQ(loose.status, ProjectionStatus::Solved);
  EXPECT_EQ(loose.equality_rank, 1);
  EXPECT_EQ(loose.y[1], 4.0);
}

}  // namespace
}  // namespace rigor
