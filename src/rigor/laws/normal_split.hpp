// SPDX-License-Identifier: Apache-2.0
// How normal impulses that the law leaves open are shared by the corners of one plane. Corners of a
// face share one normal n, so only the sum of their impulses and two moments act on the bodies:
// four corners of a box leave one impulse open. While contacts stick it does not matter; while they
// slide and turn, friction depends on it. Equal springs at the corners give
//
//   λ_i = a + b x_i + c y_i   where that is positive, else 0,   x, y: places of the corners in the
//   plane
//
// with a, b, c such that Σ λ, Σ λ x and Σ λ y stay: the split of least Σ λ².
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

namespace rigor {

/// A corner in its plane, and its normal impulse.
struct PlaneImpulse {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();
  double impulse = 0.0;
};

/// The impulses of equal springs with the same sum and moments; nothing if there is no such split
/// (corners on a line, or the load beyond what they span).
std::optional<std::vector<double>> spring_split(const std::vector<PlaneImpulse>& corners);

}  // namespace rigor
