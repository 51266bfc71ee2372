// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include <rigor/demand.hpp>
#include <rigor/laws/pyramid.hpp>

namespace rigor {

PyramidImpulse pyramid_impulse(const FrictionProblem& problem, int edges) {
  RIGOR_DEMAND(edges >= 4 && edges % 2 == 0);
  const int n = problem.size();
  const int sides = n * edges;
  // r = B (p, β) + least; unknowns of the LCP: p (n), β (edges per contact), λ (n).
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(3 * n, n + sides);
  Eigen::MatrixXd E = Eigen::MatrixXd::Zero(sides, n);
  Eigen::VectorXd start = Eigen::VectorXd::Zero(3 * n);
  for (int i = 0; i < n; ++i) {
    RIGOR_DEMAND(!problem.sliding[static_cast<std::size_t>(i)]);
    B(3 * i, i) = 1.0;
    start[3 * i] = problem.least[i];
    for (int k = 0; k < edges; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / edges;
      B(3 * i + 1, n + i * edges + k) = std::cos(angle);
      B(3 * i + 2, n + i * edges + k) = std::sin(angle);
      E(i * edges + k, i) = 1.0;
    }
  }
  const int size = 2 * n + sides;
  LinearComplementarity lcp{Eigen::MatrixXd::Zero(size, size), Eigen::VectorXd::Zero(size)};
  lcp.M.topLeftCorner(n + sides, n + sides) = B.transpose() * problem.W * B;
  lcp.M.block(n, n + sides, sides, n) = E;
  lcp.M.block(n + sides, 0, n, n) = problem.mu.asDiagonal();
  lcp.M.block(n + sides, n, n, sides) = -E.transpose();
  lcp.q.head(n + sides) = B.transpose() * (problem.b + problem.W * start);
  lcp.q.tail(n) = problem.mu.cwiseProduct(problem.least);
  const LemkeAnswer answer = lemke(lcp);
  return {B * answer.z.head(n + sides) + start, answer.residual, answer.pivots, answer.status};
}

}  // namespace rigor
