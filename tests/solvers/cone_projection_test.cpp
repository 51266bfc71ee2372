// SPDX-License-Identifier: Apache-2.0
// Closed forms, brute force over all active sets, laws (rows in any order, units), and the rows
// that break solvers: dependent exactly, dependent nearly, contradictory.
#include <optional>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/cone_projection.hpp>

#include "elimination.hpp"

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// What exact arithmetic on these tiny, well-scaled problems may lose.
constexpr double kRounding = 1e-13;

MassFactor unit_mass(int n) { return *factor_mass(MatrixXd(MatrixXd::Identity(n, n))); }

MatrixXd random_matrix(Random& random, int rows, int cols) {
  MatrixXd A(rows, cols);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) A(i, j) = random.normal();
  }
  return A;
}

VectorXd random_vector(Random& random, int n) { return random_matrix(random, n, 1); }

MatrixXd random_mass(Random& random, int n) {
  const MatrixXd A = random_matrix(random, n, n);
  return A * A.transpose() + 0.1 * MatrixXd::Identity(n, n);
}

// A unit cube of mass 1 on the ground: rows of its four lower corners, velocity (v, ω) at the
// centre.
MatrixXd corner_rows(const Eigen::Vector3d& direction) {
  MatrixXd J(4, 6);
  for (int i = 0; i < 4; ++i) {
    const Eigen::Vector3d r((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5, -0.5);
    J.row(i) << direction.transpose(), r.cross(direction).transpose();
  }
  return J;
}

MassFactor cube_mass() {
  VectorXd diagonal(6);
  diagonal << 1, 1, 1, 1.0 / 6, 1.0 / 6, 1.0 / 6;
  return *factor_mass(MatrixXd(diagonal.asDiagonal()));
}

LinearRows cube_tangents() {
  LinearRows T{MatrixXd(8, 6), VectorXd::Zero(8)};
  T.rows << corner_rows(Eigen::Vector3d::UnitX()), corner_rows(Eigen::Vector3d::UnitY());
  return T;
}

TEST(ConeProjection, WithoutRowsTheAnswerIsTheStart) {
  const VectorXd x_star = VectorXd::LinSpaced(3, 1.0, 3.0);
  const ConeProjection answer = project_on_cone(unit_mass(3), x_star, {}, {});
  EXPECT_EQ(answer.status, ProjectionStatus::Solved);
  EXPECT_EQ(answer.x, x_star);
  EXPECT_EQ(answer.residual, 0.0);
}

TEST(ConeProjection, OneViolatedRowMovesAlongItsNormal) {
  // n = (3, 4), x* = 0, c = 10: x = n c/|n|², λ = c/|n|².
  const LinearRows N{(MatrixXd(1, 2) << 3.0, 4.0).finished(), VectorXd::Constant(1, 10.0)};
  const ConeProjection answer = project_on_cone(unit_mass(2), VectorXd::Zero(2), N, {});
  EXPECT_EQ(answer.status, ProjectionStatus::Solved);
  EXPECT_NEAR(answer.x[0], 1.2, kRounding);
  EXPECT_NEAR(answer.x[1], 1.6, kRounding);
  EXPECT_NEAR(answer.normal[0], 0.4, kRounding);
  EXPECT_LE(answer.residual, 1e-15);
}

TEST(ConeProjection, FallingCubeStopsOnFourRedundantCorners) {
  const LinearRows N{corner_rows(Eigen::Vector3d::UnitZ()), VectorXd::Zero(4)};
  VectorXd v = VectorXd::Zero(6);
  v[2] = -1.0;
  const ConeProjection answer = project_on_cone(cube_mass(), v, N, {});
  EXPECT_EQ(answer.status, ProjectionStatus::Solved);
  EXPECT_LE(answer.x.norm(), kRounding);
  EXPECT_NEAR(answer.normal.sum(), 1.0, kRounding);
  EXPECT_GE(answer.normal.minCoeff(), 0.0);
  EXPECT_LE(answer.residual, 1e-14);
}

TEST(ConeProjection, NoSlipStopsASlidingCubeAndItsTangentialImpulseIsTheSmallest) {
  const LinearRows N{corner_rows(Eigen::Vector3d::UnitZ()), VectorXd::Zero(4)};
  VectorXd v = VectorXd::Zero(6);
  v << 1.0, 0.0, -1.0, 0.0, 0.0, 0.0;
  const ConeProjection answer = project_on_cone(cube_mass(), v, N, cube_tangents());
  EXPECT_EQ(answer.status, ProjectionStatus::Solved);
  EXPECT_EQ(answer.equality_rank, 3);
  EXPECT_LE((cube_tangents().rows * answer.x).norm(), kRounding);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(answer.tangential[i], -0.25, kRounding);
  EXPECT_LE(answer.tangential.tail(4).norm(), kRounding);
  EXPECT_LE(answer.residual, 1e-14);
}

// Any subset of inequalities that satisfies all conditions is the answer: 2^m least-squares solves.
std::optional<VectorXd> brute_force(const MatrixXd& M, const VectorXd& x_star, const LinearRows& N,
                                    const LinearRows& T) {
  const auto m = N.right.size();
  const auto t = T.right.size();
  const auto n = x_star.size();
  for (int mask = 0; mask < (1 << m); ++mask) {
    std::vector<int> set;
    for (int i = 0; i < m; ++i) {
      if ((mask >> i & 1) != 0) set.push_back(i);
    }
    const auto k = static_cast<Eigen::Index>(set.size());
    MatrixXd A(t + k, n);
    VectorXd b(t + k);
    if (t > 0) A.topRows(t) = T.rows;
    b.head(t) = T.right;
    for (Eigen::Index i = 0; i < k; ++i) {
      A.row(t + i) = N.rows.row(set[i]);
      b[t + i] = N.right[set[i]];
    }
    VectorXd z = VectorXd::Zero(t + k);
    VectorXd x = x_star;
    if (t + k > 0) {
      const MatrixXd MiAt = eliminate(M, A.transpose()).x;
      z = eliminate(A * MiAt, b - A * x_star).x;
      x += MiAt * z;
    }
    const double size = 1e-9 * (1.0 + x.norm() + x_star.norm());
    if ((A * x - b).norm() > size || (k > 0 && z.tail(k).minCoeff() < -size)) continue;
    if (m == 0 || (N.rows * x - N.right).minCoeff() >= -size) return x;
  }
  return std::nullopt;
}

TEST(ConeProjection, AgreesWithBruteForceOnRandomProblems) {
  Random random(20261);
  int with_contact = 0;
  int dependent = 0;
  for (int sample = 0; sample < 400; ++sample) {
    const int n = 2 + random.index(5);
    const int m = random.index(7);
    const int t = random.index(n);
    const MatrixXd M = random_mass(random, n);
    LinearRows N{random_matrix(random, m, n), VectorXd::Zero(m)};
    LinearRows T{random_matrix(random, t, n), VectorXd::Zero(t)};
    const VectorXd feasible = random_vector(random, n);
    if (m > 2 && random.index(2) == 0) {  // a row that is the sum of two others
      N.rows.row(2) = 0.5 * N.rows.row(0) + 2.0 * N.rows.row(1);
      ++dependent;
    }
    if (t > 1 && random.index(2) == 0) T.rows.row(1) = -3.0 * T.rows.row(0);
    if (m > 0) N.right = N.rows * feasible;
    if (t > 0) T.right = T.rows * feasible;
    for (int i = 0; i < m; ++i) N.right[i] -= random.index(2) * random.unit();
    const VectorXd x_star = random_vector(random, n);
    const ConeProjection answer = project_on_cone(*factor_mass(M), x_star, N, T);
    SCOPED_TRACE("seed 20261, sample " + std::to_string(sample));
    ASSERT_EQ(answer.status, ProjectionStatus::Solved);
    EXPECT_LE(answer.residual, 1e-13);
    const std::optional<VectorXd> expected = brute_force(M, x_star, N, T);
    ASSERT_TRUE(expected.has_value());
    EXPECT_LE((answer.x - *expected).norm(), 1e-8 * (1.0 + expected->norm()));
    with_contact += answer.active.empty() ? 0 : 1;
  }
  EXPECT_GE(with_contact, 150);
  EXPECT_GE(dependent, 50);
}

TEST(ConeProjection, ContradictionsAreInconsistent) {
  const VectorXd x_star = VectorXd::Zero(2);
  const MatrixXd row = (MatrixXd(1, 2) << 1.0, 2.0).finished();
  const MatrixXd rows = (MatrixXd(2, 2) << 1.0, 2.0, -1.0, -2.0).finished();
  const LinearRows apart{rows, (VectorXd(2) << 1.0, 0.0).finished()};
  const LinearRows one{row, VectorXd::Constant(1, 1.0)};
  const LinearRows two{(MatrixXd(2, 2) << row, row).finished(),
                       (VectorXd(2) << 1.0, 2.0).finished()};
  const LinearRows zero{MatrixXd::Zero(1, 2), VectorXd::Constant(1, 1.0)};
  const LinearRows above{row, VectorXd::Constant(1, 1.5)};
  const MassFactor mass = unit_mass(2);
  EXPECT_EQ(project_on_cone(mass, x_star, apart, {}).status, ProjectionStatus::Inconsistent);
  EXPECT_EQ(project_on_cone(mass, x_star, {}, two).status, ProjectionStatus::Inconsistent);
  EXPECT_EQ(project_on_cone(mass, x_star, zero, {}).status, ProjectionStatus::Inconsistent);
  EXPECT_EQ(project_on_cone(mass, x_star, {}, zero).status, ProjectionStatus::Inconsistent);
  EXPECT_EQ(project_on_cone(mass, x_star, above, one).status, ProjectionStatus::Inconsistent);
  EXPECT_EQ(project_on_cone(mass, x_star, one, one).status, ProjectionStatus::Solved);
}

TEST(ConeProjection, RowThatNearlyFollowsFromEquationsIsNotAmplified) {
  // Equation e_x; inequality e_x + 1e-9 e_y violated by 1e-12: noise, not a push of 1e-3 along y.
  const LinearRows T{(MatrixXd(1, 2) << 1.0, 0.0).finished(), VectorXd::Constant(1, 1.0)};
  LinearRows N{(MatrixXd(1, 2) << 1.0, 1e-9).finished(), VectorXd::Constant(1, 1.0 + 1e-12)};
  const ConeProjection noise = project_on_cone(unit_mass(2), VectorXd::Zero(2), N, T);
  EXPECT_EQ(noise.status, ProjectionStatus::Solved);
  EXPECT_EQ(noise.x[1], 0.0);
  EXPECT_LE(noise.residual, 1e-11);
  // Violated by much more than noise: exact by default, refused on request, accepted as slack.
  N.right[0] = 1.0 + 1e-9;
  const ConeProjection exact = project_on_cone(unit_mass(2), VectorXd::Zero(2), N, T);
  EXPECT_EQ(exact.status, ProjectionStatus::Solved);
  EXPECT_NEAR(exact.x[1], 1.0, 1e-6);
  EXPECT_LE(exact.residual, 1e-12);
  EXPECT_EQ(
      project_on_cone(unit_mass(2), VectorXd::Zero(2), N, T, {.weak = WeakRows::Refuse}).status,
      ProjectionStatus::Inconsistent);
  const ConeProjection slack =
      project_on_cone(unit_mass(2), VectorXd::Zero(2), N, T, {.slack = 1e-8});
  EXPECT_EQ(slack.status, ProjectionStatus::Solved);
  EXPECT_EQ(slack.x[1], 0.0);
}

TEST(ConeProjection, SlackLetsANearlyFlatFaceRock) {
  // No-slip on four corners; one is 1e-10 m off the plane of the others. The exact rows pin the
  // cube.
  const LinearRows N{corner_rows(Eigen::Vector3d::UnitZ()), VectorXd::Zero(4)};
  LinearRows T = cube_tangents();
  VectorXd v(6);
  v << 0.0, 0.3, -0.2, 3.0, 0.0, 0.0;
  const ConeProjection flat = project_on_cone(cube_mass(), v, N, T);
  EXPECT_NEAR(flat.x[3], 0.375, kRounding);  // rocks about an edge
  T.rows(0, 4) += 1e-10;                     // ω × (0, 0, 1e-10) along x and y
  T.rows(4, 3) -= 1e-10;
  const ConeProjection exact = project_on_cone(cube_mass(), v, N, T);
  EXPECT_EQ(exact.status, ProjectionStatus::Solved);
  EXPECT_LE(exact.x.norm(), 1e-5);
  const ConeProjection rocks = project_on_cone(cube_mass(), v, N, T, {.equation_slack = 1e-8});
  EXPECT_EQ(rocks.status, ProjectionStatus::Solved);
  EXPECT_LE((rocks.x - flat.x).norm(), 1e-9);
  EXPECT_LE(rocks.residual, 1e-10);
}

TEST(ConeProjection, OrderOfRowsAndUnitsDoNotMatter) {
  Random random(7);
  for (int sample = 0; sample < 100; ++sample) {
    const int n = 6;
    const int m = 8;
    const MatrixXd M = random_mass(random, n);
    const LinearRows N{random_matrix(random, m, n), VectorXd::Zero(m)};
    const VectorXd x_star = random_vector(random, n);
    const ConeProjection first = project_on_cone(*factor_mass(M), x_star, N, {});
    // Reversed rows of other lengths; unknowns in other units, x = S x'.
    const VectorXd length = VectorXd::LinSpaced(m, 1e-3, 1e3);
    const VectorXd S = VectorXd::LinSpaced(n, 0.01, 40.0);
    const LinearRows other{length.asDiagonal() * N.rows.colwise().reverse() * S.asDiagonal(),
                           VectorXd::Zero(m)};
    const MatrixXd MS = S.asDiagonal() * M * S.asDiagonal();
    const ConeProjection second =
        project_on_cone(*factor_mass(MS), x_star.cwiseQuotient(S), other, {});
    ASSERT_EQ(second.status, first.status) << "seed 7, sample " << sample;
    EXPECT_LE((S.cwiseProduct(second.x) - first.x).norm(), 1e-11 * (1.0 + x_star.norm()));
  }
}

}  // namespace
}  // namespace rigor
