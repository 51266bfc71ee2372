// SPDX-License-Identifier: Apache-2.0
// The point of a simplex (1 to 4 points) that is nearest to the origin.
#pragma once

#include <array>

#include <rigor/geometry/double_double.hpp>

namespace rigor {

/// Σ weight_i y_i over the simplex points, weights >= 0 with sum 1. Points with weight zero are not
/// needed. `inside`: the origin is in the tetrahedron, and the point is the origin.
template <typename Real>
struct MinNorm {
  Triplet<Real> point;
  std::array<Real, 4> weight{};
  bool inside = false;
};

/// Requires 1 <= count <= 4. Works for dependent points too: subsets without an affine span of
/// their full dimension are skipped, the others suffice (Carathéodory).
template <typename Real>
MinNorm<Real> min_norm_point(const std::array<Triplet<Real>, 4>& y, int count);

extern template MinNorm<double> min_norm_point(const std::array<Triplet<double>, 4>& y, int count);
extern template MinNorm<DoubleDouble> min_norm_point(const std::array<Triplet<DoubleDouble>, 4>& y,
                                                     int count);

}  // namespace rigor
