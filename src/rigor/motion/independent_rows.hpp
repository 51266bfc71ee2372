// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <Eigen/Core>

namespace rigor {

/// What counts as independent.
struct Independence {
  double least = 0.0;  ///< squared sine of a row with those chosen before, from which on it is
  double tie = 0.0;    ///< rows whose squared sines differ by less than this fraction are as good
};

/// Greedy choice of independent rows: the one with the largest part orthogonal to those chosen
/// before, in the metric M⁻¹, until that part is nothing but rounding. A is J M⁻¹ J'. Rows of trees
/// may depend on each other at one instant only and part at second order; of rows that are about as
/// independent, `tie`, the one that would sink most, by its bias, is kept: the others then rise.
/// And a motion must be able to pass such an instant: rows whose part across the others is below
/// `least` already are left out, while a motion that has them goes on down to
/// kDependentSineSquared. Ascending.
std::vector<int> independent_rows(Eigen::MatrixXd A, const std::vector<double>& bias,
                                  const Independence& independence);

}  // namespace rigor
