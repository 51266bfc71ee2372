// SPDX-License-Identifier: Apache-2.0
// Linear equations by elimination with full pivoting, in plain loops: an independent truth for what
// rooms solve otherwise, and read by the compiler in no time, which Eigen's own factors are not.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <Eigen/Core>

namespace rigor {

struct Elimination {
  Eigen::MatrixXd x;  ///< A x = B; unknowns that A leaves open are zero
  Eigen::Index rank = 0;
  double conditioning = 0.0;  ///< the last pivot over the first, of a square matrix of full rank
};

/// Solves A x = B, column by column of B. Pivots below 1e-12 of the first count as zero.
inline Elimination eliminate(Eigen::MatrixXd A, Eigen::MatrixXd B) {
  const Eigen::Index n = A.cols();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(n));
  for (Eigen::Index j = 0; j < n; ++j) order[j] = j;
  Elimination out{Eigen::MatrixXd::Zero(n, B.cols())};
  double first = 0.0;
  for (Eigen::Index k = 0; k < std::min(A.rows(), n); ++k) {
    Eigen::Index row = k;
    Eigen::Index column = k;
    for (Eigen::Index i = k; i < A.rows(); ++i)
      for (Eigen::Index j = k; j < n; ++j)
        if (std::abs(A(i, j)) > std::abs(A(row, column))) row = i, column = j;
    const double pivot = A(row, column);
    if (k == 0) first = std::abs(pivot);
    if (!(std::abs(pivot) > 1e-12 * first)) break;
    for (Eigen::Index j = 0; j < n; ++j) std::swap(A(k, j), A(row, j));
    for (Eigen::Index j = 0; j < B.cols(); ++j) std::swap(B(k, j), B(row, j));
    for (Eigen::Index i = 0; i < A.rows(); ++i) std::swap(A(i, k), A(i, column));
    std::swap(order[k], order[column]);
    for (Eigen::Index i = k + 1; i < A.rows(); ++i) {
      const double factor = A(i, k) / pivot;
      for (Eigen::Index j = k; j < n; ++j) A(i, j) -= factor * A(k, j);
      for (Eigen::Index j = 0; j < B.cols(); ++j) B(i, j) -= factor * B(k, j);
    }
    ++out.rank;
    out.conditioning = std::abs(pivot) / first;
  }
  if (out.rank < std::max(A.rows(), n)) out.conditioning = 0.0;
  for (Eigen::Index c = 0; c < B.cols(); ++c)
    for (Eigen::Index k = out.rank; k-- > 0;) {
      double rest = B(k, c);
      for (Eigen::Index j = k + 1; j < out.rank; ++j) rest -= A(k, j) * out.x(order[j], c);
      out.x(order[k], c) = rest / A(k, k);
    }
  return out;
}

}  // namespace rigor
