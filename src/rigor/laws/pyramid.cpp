// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>
#include <vector>

#include <rigor/demand.hpp>
#include <rigor/laws/pyramid.hpp>

namespace rigor {

PyramidImpulse pyramid_impulse(const FrictionProblem& problem, int edges) {
  RIGOR_DEMAND(edges >= 4 && edges % 2 == 0);
  const int n = problem.size();
  std::vector<int> free;  // contacts whose friction has no known direction
  for (int i = 0; i < n; ++i)
    if (may_stick(problem, i)) free.push_back(i);
  const int cones = static_cast<int>(free.size());
  const int sides = cones * edges;
  // r = B (p, β) + least; unknowns of the LCP: p (n), β (edges per cone), λ (one per cone). Its
  // rows are the speeds C'u along the normals and the edges.
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(3 * n, n + sides);
  Eigen::MatrixXd E = Eigen::MatrixXd::Zero(sides, cones);
  Eigen::MatrixXd limits = Eigen::MatrixXd::Zero(cones, n);
  for (int i = 0; i < n; ++i) B(3 * i, i) = 1.0;
  for (int c = 0; c < cones; ++c) {
    limits(c, free[c]) = problem.mu[free[c]];
    for (int k = 0; k < edges; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / edges;
      B(3 * free[c] + 1, n + c * edges + k) = std::cos(angle);
      B(3 * free[c] + 2, n + c * edges + k) = std::sin(angle);
      E(c * edges + k, c) = 1.0;
    }
  }
  const Eigen::MatrixXd C = B;
  for (int i = 0; i < n; ++i)
    if (const auto& s = problem.sliding[i]) B.block<2, 1>(3 * i + 1, i) = -problem.mu[i] * *s;
  const Eigen::VectorXd start = B.leftCols(n) * problem.least;
  const int size = n + sides + cones;
  LinearComplementarity lcp{Eigen::MatrixXd::Zero(size, size), Eigen::VectorXd::Zero(size)};
  lcp.M.topLeftCorner(n + sides, n + sides) = C.transpose() * problem.W * B;
  lcp.M.block(n, n + sides, sides, cones) = E;
  lcp.M.block(n + sides, 0, cones, n) = limits;
  lcp.M.block(n + sides, n, cones, sides) = -E.transpose();
  lcp.q.head(n + sides) = C.transpose() * (problem.b + problem.W * start);
  lcp.q.tail(cones) = limits * problem.least;
  const LemkeAnswer answer = lemke(lcp);
  return {B * answer.z.head(n + sides) + start, answer.residual, answer.pivots, answer.status};
}

}  // namespace rigor
