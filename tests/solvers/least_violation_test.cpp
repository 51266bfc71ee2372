// SPDX-License-Identifier: Apache-2.0
// A cube between two walls in closed form; goals that can be met are.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/solvers/least_violation.hpp>

#include "cone_problems.hpp"

namespace rigor {
namespace {

using Eigen::Vector3d;

/// A cube that walls to its left and right push by `left` and `right`, m/s, at its centre.
ConeProblem between_walls(double left, double right) {
  ConeProblem problem;
  ConeProblem::Velocity u = ConeProblem::Velocity::Zero();
  cone_problems::add_cube(problem, 2.0, 0.1, u);
  for (const double sign : {1.0, -1.0}) {
    ConeContact contact;
    contact.blocks = {-1, 0};
    contact.rows[1] = sign * cone_problems::rows_at(Vector3d::Zero(), 1.0);
    contact.offset[0] = sign > 0.0 ? -left : -right;
    problem.contacts.push_back(contact);
  }
  prepare(problem);
  return problem;
}

TEST(LeastViolation, WallsThatCloseOnACubeShareWhatIsMissing) {
  // y = v - left and -v - right: both miss (left + right)/2.
  const std::vector<double> missing = least_violation(between_walls(0.3, 0.1), {});
  EXPECT_NEAR(missing[0], 0.2, 1e-10);
  EXPECT_NEAR(missing[1], 0.2, 1e-10);
}

TEST(LeastViolation, GoalsThatCanBeMetAreMet) {
  const std::vector<double> missing = least_violation(between_walls(0.3, -0.31), {});
  EXPECT_NEAR(missing[0], 0.0, 1e-9);
  EXPECT_NEAR(missing[1], 0.0, 1e-9);
}

TEST(LeastViolation, CornersThatAreCountedTwiceWeighTwice) {
  ConeProblem problem = between_walls(0.3, 0.3);
  problem.contacts.push_back(problem.contacts[0]);
  const std::vector<double> missing = least_violation(problem, {});
  EXPECT_NEAR(missing[0], 0.2, 1e-9);
  EXPECT_NEAR(missing[1], 0.4, 1e-9);
  EXPECT_NEAR(missing[2], 0.2, 1e-9);
}

}  // namespace
}  // namespace rigor
