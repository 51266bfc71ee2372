// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <Eigen/Core>

namespace rigor {

/// The Chebyshev-Lobatto nodes of [0, 1] and what collocation on them needs. Plain doubles with
/// rounding errors of a few 1e-16: they shape a proposal, nothing proved rests on them.
struct LobattoNodes {
  Eigen::VectorXd s;             ///< s_j = (1 - cos(j π / N)) / 2, j = 0..N, ascending from 0 to 1
  Eigen::MatrixXd coefficients;  ///< values at the nodes -> coefficients of the interpolant
  Eigen::MatrixXd integration;   ///< values of f -> values of ∫_0^{s_j} of its interpolant
  Eigen::MatrixXd derivative;    ///< values of f -> d/ds of its interpolant at the nodes
};

inline constexpr int kMinNodeDegree = 4;
inline constexpr int kMaxNodeDegree = 32;

/// The table for interpolation by degree N, kMinNodeDegree <= degree <= kMaxNodeDegree; made once,
/// then constant.
const LobattoNodes& lobatto_nodes(int degree);

/// Coefficients (one more) of ∫_0^s p, in the same basis on [0, 1].
Eigen::VectorXd antiderivative(std::span<const double> coefficients);

/// T_0(2s - 1), ..., T_{count-1}(2s - 1).
Eigen::VectorXd chebyshev_values(int count, double s);

}  // namespace rigor
