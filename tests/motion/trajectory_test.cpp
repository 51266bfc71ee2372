// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/trajectory.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

TEST(Trajectory, OfBodiesThatStayIsWhereTheyAre) {
  Random random(45);
  std::vector<BodyState> states(3);
  for (BodyState& state : states) {
    state.x = random_vector(random, 2.0);
    state.q = random_rotation(random);
  }
  const Trajectory still = still_at(states, {4, 5, 9});
  EXPECT_EQ(still.degree(), 0);
  for (const double s : {0.0, 0.4, 1.0}) {
    const std::vector<BodyState> at = states_at(still, s);
    ASSERT_EQ(at.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(at[i].x, states[i].x);
      EXPECT_LE((at[i].q.coeffs() - states[i].q.coeffs()).norm(), 1e-15);
      EXPECT_EQ(at[i].v, Vector6::Zero());
    }
  }
}

TEST(Trajectory, IsAPolynomialInChebyshevsBasis) {
  Trajectory trajectory;
  trajectory.paths = Eigen::MatrixXd::Zero(kTrajectoryRows, 3);
  trajectory.paths.col(0) << 1, 2, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0;  // a quaternion of length 2
  trajectory.paths(0, 1) = 0.5;
  trajectory.paths(0, 2) = 0.25;
  for (const double s : {0.0, 0.3, 0.8, 1.0}) {
    const BodyState at = states_at(trajectory, s)[0];
    const double x = 2.0 * s - 1.0;
    EXPECT_NEAR(at.x.x(), 1.0 + 0.5 * x + 0.25 * (2.0 * x * x - 1.0), 1e-15);
    EXPECT_NEAR(at.q.norm(), 1.0, 1e-15);
  }
}

}  // namespace
}  // namespace rigor
