// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/max_min_multiplier.hpp>
#include <rigor/solvers/rank_solve.hpp>

#include "contact_problems.hpp"

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Rows (force, moments) of vertical contacts at the corners of the square |x|, |y| <= 1.
MatrixXd table() {
  MatrixXd J(4, 3);
  J << 1, 1, 1, 1, 1, -1, 1, -1, -1, 1, -1, 1;
  return J;
}

TEST(MaxMinMultiplier, TableLegsCarryUntilTheLoadLeavesTheSquare) {
  // A unit load at (p, q): λ = 1/4 (1 ± p ± q) + s (1, -1, 1, -1). Along the diagonal p = q the
  // least leg is max over s: (1 - p)/4 for p >= 0 by symmetry of the two free legs.
  for (const double p : {0.0, 0.3, 0.6, 0.9, 1.0, 1.2}) {
    const Eigen::Vector3d force(1.0, p, p);
    const VectorXd shortest = minimum_norm_solve(table().transpose(), force).z;
    const MaxMinMultiplier split = max_min_multiplier(table(), shortest);
    ASSERT_EQ(split.status, LinearProgramStatus::Solved);
    EXPECT_NEAR(split.t, (1.0 - p) / 4.0, 1e-14) << p;
    EXPECT_NEAR(split.multipliers.minCoeff(), split.t, 1e-14);
    EXPECT_LE(split.residual, 1e-15);
    // The shortest split asks for tension although the load stands inside: the trap.
    EXPECT_EQ(shortest.minCoeff() < -1e-12, p > 0.5);
  }
}

TEST(MaxMinMultiplier, SqueezedBodiesAreUnbounded) {
  const MatrixXd J = (MatrixXd(2, 1) << 1.0, -1.0).finished();
  const MaxMinMultiplier split = max_min_multiplier(J, VectorXd::Zero(2));
  EXPECT_EQ(split.status, LinearProgramStatus::Unbounded);
  EXPECT_TRUE(std::isinf(split.t));
}

TEST(MaxMinMultiplier, WithoutRedundancyNothingCanBeShifted) {
  const MatrixXd J = (MatrixXd(2, 3) << 1.0, 0.0, 1.0, 0.0, 1.0, 1.0).finished();
  const VectorXd z0 = (VectorXd(2) << 3.0, -2.0).finished();
  const MaxMinMultiplier split = max_min_multiplier(J, z0);
  EXPECT_NEAR(split.t, -2.0, 1e-14);
  EXPECT_LE((split.multipliers - z0).norm(), 1e-13);
}

TEST(MaxMinMultiplier, FreeMultipliersHelpToCarry) {
  // The free row can take over the moment entirely: all legs carry a quarter.
  MatrixXd J(6, 3);
  J << table(), 0, 1, 0, 0, 0, 1;
  VectorXd z0 = VectorXd::Zero(6);
  z0[0] = 1.0;
  const MaxMinMultiplier split = max_min_multiplier(J, z0, 2);
  EXPECT_NEAR(split.t, 0.25, 1e-14);
  EXPECT_LE((J.transpose() * (split.multipliers - z0)).norm(), 1e-14);
}

TEST(MaxMinMultiplier, NoiseInFreeRowsDoesNotCarryLoads) {
  // A cube stuck on four corners that are flat to 1e-9 m, carried by the first corner alone with
  // the moments made up elsewhere: the answer of the flat face.
  for (const double noise : {0.0, 1e-12, 1e-9}) {
    Random random(14);
    const problems::ContactProblem cube =
        problems::problem_of(problems::stack(1, 4), noise, random);
    MatrixXd J(12, 6);
    J << cube.N, cube.T;
    VectorXd z0 = VectorXd::Zero(12);
    z0.head(4) << 0.4, 0.3, 0.2, 0.1;
    const MaxMinMultiplier split = max_min_multiplier(J, z0, 8);
    ASSERT_EQ(split.status, LinearProgramStatus::Solved) << noise;
    // Load at distance 0.1 and 0.2 (of the half side) from the middle: λ = z0 + s (1, -1, 1, -1).
    EXPECT_NEAR(split.t, 0.15, 1e-8);
    EXPECT_LE(split.residual, 1e-8);
  }
}

TEST(MaxMinMultiplier, NoRandomShiftDoesBetter) {
  Random random(13);
  for (int sample = 0; sample < 100; ++sample) {
    const int m = 3 + random.index(8);
    MatrixXd J(m, 3);
    for (int i = 0; i < m; ++i) J.row(i) << 1.0, random.uniform(-1, 1), random.uniform(-1, 1);
    VectorXd z0(m);
    for (double& entry : z0) entry = random.normal();
    const MaxMinMultiplier split = max_min_multiplier(J, z0);
    ASSERT_EQ(split.status, LinearProgramStatus::Solved) << "seed 13, sample " << sample;
    EXPECT_LE(split.residual, 1e-13);
    EXPECT_NEAR(split.multipliers.minCoeff(), split.t, 1e-12);
    const MatrixXd Z = null_basis(J.transpose());
    for (int trial = 0; trial < 50 && Z.cols() > 0; ++trial) {
      VectorXd u(Z.cols());
      for (double& entry : u) entry = random.normal();
      const double size = std::pow(10.0, random.uniform(-3.0, 1.0));
      EXPECT_LE((split.multipliers + size * Z * u).minCoeff(), split.t + 1e-12);
    }
  }
}

}  // namespace
}  // namespace rigor
