// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/laws/mode.hpp>

namespace rigor {
namespace {

using Small = BodyMode::Rows;

/// Two squared sines closer than this (relative) are one: rounding must not decide which row wins.
constexpr double kTie = 1e-12;

/// Lower Cholesky factor in place of the leading count x count block; returns the smallest pivot
/// relative to its own diagonal entry, or the first one below the threshold.
double factorise(Small& A, int count) {
  double weakest = 1.0;
  for (int j = 0; j < count; ++j) {
    const double diagonal = A(j, j);
    double pivot = diagonal;
    for (int k = 0; k < j; ++k) pivot -= A(j, k) * A(j, k);
    if (!(pivot > kDependentSineSquared * diagonal)) return diagonal > 0.0 ? pivot / diagonal : 0.0;
    weakest = std::min(weakest, pivot / diagonal);
    A(j, j) = std::sqrt(pivot);
    for (int i = j + 1; i < count; ++i) {
      double entry = A(i, j);
      for (int k = 0; k < j; ++k) entry -= A(i, k) * A(j, k);
      A(i, j) = entry / A(j, j);
    }
  }
  return weakest;
}

void solve_in_place(const Small& L, int count, Vector6& x) {
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= L(i, k) * x[k];
    x[i] /= L(i, i);
  }
  for (int i = count - 1; i >= 0; --i) {
    for (int k = i + 1; k < count; ++k) x[i] -= L(k, i) * x[k];
    x[i] /= L(i, i);
  }
}

}  // namespace

RowBasis independent_rows(const Eigen::Ref<const BodyRows>& J,
                          const Eigen::Ref<const BodyRows>& response) {
  const auto count = static_cast<int>(J.rows());
  BodyRows rest = J;  // each row minus its part in the span of the chosen ones, metric M⁻¹
  BodyRows rest_response = response;
  RowBasis basis;
  while (basis.rank < 6) {
    int best = -1;
    double best_sine_squared = kDependentSineSquared;
    for (int i = 0; i < count; ++i) {
      const double original = J.row(i).dot(response.row(i));
      if (!(original > 0.0)) continue;
      const double left = rest.row(i).dot(rest_response.row(i)) / original;
      if (left > best_sine_squared * (1.0 + kTie)) {
        best = i;
        best_sine_squared = left;
      }
    }
    if (best < 0) return basis;
    basis.rows[static_cast<std::size_t>(basis.rank++)] = best;
    basis.weakest = std::min(basis.weakest, best_sine_squared);
    const Eigen::Matrix<double, 1, 6> chosen = rest.row(best);
    const Eigen::Matrix<double, 1, 6> weighted = rest_response.row(best);
    const double norm_squared = chosen.dot(weighted);
    for (int i = 0; i < count; ++i) {
      for (int pass = 0; pass < 2; ++pass) {  // the second pass removes the rounding of the first
        const double part = rest.row(i).dot(weighted) / norm_squared;
        rest.row(i) -= part * chosen;
        rest_response.row(i) -= part * weighted;
      }
    }
    rest.row(best).setZero();
    rest_response.row(best).setZero();
  }
  return basis;
}

BodyAcceleration solve_body_mode(const BodyMode& mode, const Vector6& a_free) {
  BodyAcceleration result;
  result.a = a_free;
  if (mode.count == 0) return result;
  Small A;
  Vector6 lambda = Vector6::Zero();
  for (int i = 0; i < mode.count; ++i) {
    for (int k = 0; k <= i; ++k) A(i, k) = mode.response.row(i).dot(mode.J.row(k));
    lambda[i] = -(mode.J.row(i).dot(a_free) + mode.bias[i]);
  }
  result.weakest = factorise(A, mode.count);
  if (!(result.weakest > kDependentSineSquared)) {
    result.rank = RankCheck::Lost;
    return result;
  }
  solve_in_place(A, mode.count, lambda);
  for (int i = 0; i < mode.count; ++i) result.a += lambda[i] * mode.response.row(i).transpose();
  result.multipliers = lambda;
  return result;
}

}  // namespace rigor
