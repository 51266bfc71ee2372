// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/chebyshev/nodes.hpp>
#include <rigor/motion/slip_system.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

/// Points on bodies in a row, each on one or two of them, that turning slips hold back by up to
/// `stiffness` per second; some points have no load.
SlipSystem::Sensitivities turning_points(int nodes, int points, int bodies, double stiffness,
                                         Random& random) {
  SlipSystem::Sensitivities all(static_cast<std::size_t>(nodes) + 1);
  for (auto& at_node : all) {
    at_node.resize(static_cast<std::size_t>(points));
    for (int p = 0; p < points; ++p) {
      SlipSensitivity& point = at_node[p];
      point.response = Eigen::VectorXd::Zero(6 * bodies);
      for (int side = 0; side < 2; ++side) {
        const int body = p * bodies / points + side;
        if (body >= bodies) continue;
        TreeRow::Part& part = point.across.parts[side];
        part.offset = 6 * body;
        part.on = Eigen::VectorXd::NullaryExpr(6, [&](auto) { return random.uniform(-1.0, 1.0); });
        point.response.segment(part.offset, 6) = part.on;
      }
      point.gain = p % 5 == 4 ? 0.0 : -stiffness * std::pow(10.0, random.uniform(-3.0, 0.0));
    }
  }
  return all;
}

/// By how much the changes of accelerations miss what they must be, as a fraction.
double miss(const SlipSystem::Sensitivities& all, const Eigen::MatrixXd& weights,
            const Eigen::MatrixXd& velocities, const Eigen::MatrixXd& a) {
  const Eigen::MatrixXd moved = velocities.rightCols(weights.rows()) + a * weights.transpose();
  Eigen::MatrixXd asked = Eigen::MatrixXd::Zero(a.rows(), a.cols());
  for (int j = 0; j < a.cols(); ++j)
    for (const SlipSensitivity& point : all[static_cast<std::size_t>(j) + 1])
      asked.col(j) += point.gain * point.across.dot(moved.col(j)) * point.response;
  return (asked - a).norm() / a.norm();
}

// da = gain response (across·(dv + W da)) at every node: few unknowns are eliminated, many are
// solved by products, whatever the stiffness.
TEST(SlipSystem, AnswersHoldInTheirOwnEquations) {
  Random random(11);
  for (const int points : {1, 4, 30}) {
    for (const double stiffness : {1.0, 1e3, 1e6}) {
      for (const int degree : {6, 12, 16}) {
        const LobattoNodes& nodes = lobatto_nodes(degree);
        const Eigen::MatrixXd weights = 1e-2 * nodes.integration.bottomRightCorner(degree, degree);
        const auto all = turning_points(degree, points, 1 + points / 4, stiffness, random);
        const SlipSystem system(all, weights, 6 * (1 + points / 4));
        const Eigen::MatrixXd dv =
            Eigen::MatrixXd::NullaryExpr(6 * (1 + points / 4), degree + 1,
                                         [&](auto, auto) { return random.uniform(-1.0, 1.0); });
        const Eigen::MatrixXd a = system.accelerations(dv);
        EXPECT_LE(miss(all, weights, dv, a), 1e-7)
            << points << " points, " << stiffness << ", degree " << degree;
      }
    }
  }
}

TEST(SlipSystem, WithoutLoadIsNothing) {
  Random random(2);
  auto all = turning_points(6, 3, 1, 1.0, random);
  for (auto& at_node : all)
    for (SlipSensitivity& point : at_node) point.gain = 0.0;
  const Eigen::MatrixXd weights = lobatto_nodes(6).integration.bottomRightCorner(6, 6);
  EXPECT_TRUE(SlipSystem(all, weights, 6).accelerations(Eigen::MatrixXd::Ones(6, 7)).isZero(0.0));
}

}  // namespace
}  // namespace rigor
