// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/laws/bodywise_polish.hpp>
#include <rigor/laws/coulomb.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::struck_tower;

FrictionProblem struck(int boxes, double tilt, Random& random) {
  const ContactSet set = struck_tower(boxes, tilt, 0.5, 0.0, random);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(set.mass.size());
  v[6 * boxes] = 6.0;
  v[6 * boxes + 2] = -1.4;
  return friction_problem(set, v);
}

// The same modes give the same motion in the space of the bodies as in that of the impulses.
TEST(BodywisePolish, AgreesWithPolish) {
  Random random(91);
  int compared = 0;
  for (const int boxes : {2, 3, 4, 5}) {
    for (const double tilt : {0.0, 1e-3, 1e-2}) {
      const FrictionProblem problem = struck(boxes, tilt, random);
      ASSERT_TRUE(by_bodies(problem));
      const FrictionSolution solution = solve_friction(problem);
      ASSERT_EQ(solution.status, FrictionStatus::Solved) << boxes << " " << tilt;
      FrictionProblem impulses = problem;
      impulses.G.resize(0, 0);
      ASSERT_FALSE(by_bodies(impulses));
      const auto modes = modes_of(problem, solution.r, 1e-9 * speed_scale(problem));
      const Eigen::VectorXd start = 0.99 * solution.r;
      const auto bodywise = polish(problem, modes, start);
      const auto plain = polish(impulses, modes, start);
      if (!bodywise || !plain) continue;
      ++compared;
      EXPECT_LE((problem.W * (*bodywise - *plain)).norm(), 1e-9 * speed_scale(problem))
          << boxes << " " << tilt;
    }
  }
  EXPECT_GE(compared, 8);
}

// Where all contacts are held, or some are and the others open, the bodies' systems are sparse.
TEST(BodywisePolish, OfHeldContactsAgreesWithPolish) {
  Random random(17);
  for (const int boxes : {2, 4, 6}) {
    const FrictionProblem problem = struck(boxes, 1e-2, random);
    ASSERT_TRUE(by_bodies(problem));
    FrictionProblem impulses = problem;
    impulses.G.resize(0, 0);
    for (const int open : {1000, 5, 3}) {  // of so many contacts one is open
      std::vector<FrictionMode> modes(static_cast<std::size_t>(problem.size()), {true, true});
      for (std::size_t i = 2; i < modes.size(); i += static_cast<std::size_t>(open))
        modes[i] = {false, false};
      const Eigen::VectorXd start = Eigen::VectorXd::Zero(problem.b.size());
      const auto bodywise = polish(problem, modes, start);
      const auto plain = polish(impulses, modes, start);
      ASSERT_TRUE(bodywise && plain) << boxes << " boxes, " << open;
      const double scale = speed_scale(problem);
      EXPECT_LE((problem.W * (*bodywise - *plain)).norm(), 1e-10 * scale) << boxes << " " << open;
      EXPECT_LE((*bodywise - *plain).norm(), 1e-6 * plain->norm()) << boxes << " " << open;
    }
  }
}

TEST(BodywisePolish, OpenImpulsesAreThoseOfTheModes) {
  Random random(4);
  const FrictionProblem problem = struck(2, 0.0, random);
  std::vector<FrictionMode> modes(static_cast<std::size_t>(problem.size()), {false, false});
  const Eigen::VectorXd r = Eigen::VectorXd::Ones(problem.b.size());
  Eigen::VectorXd u = Eigen::VectorXd::Zero(problem.b.size());
  u[5] = 2.0;
  modes[0] = {true, true};
  modes[1] = {true, false};
  const Eigen::MatrixXd open = open_impulses(problem, modes, r, u);
  ASSERT_EQ(open.cols(), 4);
  EXPECT_TRUE((open.topLeftCorner<3, 3>().isIdentity()));
  EXPECT_TRUE((open.col(3).segment<3>(3).isApprox(Eigen::Vector3d(1.0, 0.0, -0.5))));
  EXPECT_EQ(open.bottomRows(open.rows() - 6).norm(), 0.0);
}

// 120 contacts of 30 bodies, tilted against each other by as little as the skin tilts them.
TEST(BodywisePolish, SolvesManyContacts) {
  Random random(7);
  const FrictionProblem problem = struck(29, 1e-7, random);
  EXPECT_EQ(problem.size(), 120);
  EXPECT_EQ(solve_friction(problem).status, FrictionStatus::Solved);
}

// A ball strikes a wall of bricks: most of its contacts hardly feel it, and all are redundant.
TEST(BodywisePolish, SolvesAWallThatIsStruck) {
  Random random(3);
  const ContactSet set = testing::struck_wall(2, 5, 1e-7, 0.5, random);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(set.mass.size());
  v[v.size() - 5] = -6.0;
  const FrictionProblem problem = friction_problem(set, v);
  EXPECT_EQ(problem.size(), 57);
  const FrictionSolution solution = solve_friction(problem);
  EXPECT_EQ(solution.status, FrictionStatus::Solved);
  EXPECT_LE(friction_residual(problem, solution.r), kFrictionResidual);
}

}  // namespace
}  // namespace rigor
