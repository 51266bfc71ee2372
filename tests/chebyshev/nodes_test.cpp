// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/nodes.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

constexpr double kRounding = 1e-13;  // of sums of at most 33 numbers of size 1

std::span<const double> view(const Eigen::VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

TEST(Nodes, InterpolateAndIntegratePolynomialsExactly) {
  Random random(51);
  for (int degree = kMinNodeDegree; degree <= kMaxNodeDegree; ++degree) {
    const LobattoNodes& nodes = lobatto_nodes(degree);
    EXPECT_EQ(nodes.s[0], 0.0);
    EXPECT_EQ(nodes.s[degree], 1.0);
    Eigen::VectorXd c(degree + 1);
    for (double& x : c) x = random.normal() / degree;
    Eigen::VectorXd values(degree + 1);
    for (int j = 0; j <= degree; ++j) values[j] = clenshaw(view(c), nodes.s[j]);
    EXPECT_LE((nodes.coefficients * values - c).norm(), kRounding);
    const Eigen::VectorXd integral = antiderivative(view(c));
    EXPECT_NEAR(clenshaw(view(integral), 0.0), 0.0, kRounding);
    const Eigen::VectorXd sums = nodes.integration * values;
    for (int j = 0; j <= degree; ++j) {
      EXPECT_NEAR(sums[j], clenshaw(view(integral), nodes.s[j]), kRounding);
    }
    // The derivative at the nodes recovers f where its integral has degree <= N.
    c[degree] = 0.0;
    for (int j = 0; j <= degree; ++j) values[j] = clenshaw(view(c), nodes.s[j]);
    EXPECT_LE((nodes.derivative * (nodes.integration * values) - values).norm(), 1e3 * kRounding);
  }
}

TEST(Nodes, IntegrateTheExponential) {
  const LobattoNodes& nodes = lobatto_nodes(14);
  const Eigen::VectorXd values = nodes.s.array().exp();
  const Eigen::VectorXd integral = nodes.integration * values;
  for (int j = 0; j <= 14; ++j) EXPECT_NEAR(integral[j], std::exp(nodes.s[j]) - 1.0, 1e-14);
}

TEST(Nodes, ChebyshevValuesAreCosines) {
  for (const double s : {0.0, 0.1, 0.5, 0.77, 1.0}) {
    const Eigen::VectorXd values = chebyshev_values(20, s);
    for (int k = 0; k < 20; ++k) {
      EXPECT_NEAR(values[k], std::cos(k * std::acos(2.0 * s - 1.0)), 1e-13);
    }
  }
}

}  // namespace
}  // namespace rigor
