// SPDX-License-Identifier: Apache-2.0
// Distance, normal and witness points of two features that are known to be the closest ones, by the
// formula of their kinds. The answer depends on the features and the pose alone, not on the way
// they were found.
#pragma once

#include <optional>

#include <rigor/geometry/descent.hpp>
#include <rigor/geometry/support.hpp>

namespace rigor {

/// All in A's frame.
struct FeatureDistance {
  double distance = 0.0;  ///< metres, > 0
  Vector3 nhat_AB = Vector3::UnitZ();
  Vector3 p_A = Vector3::Zero();
  Vector3 p_B = Vector3::Zero();
};

/// Edges closer to parallel than this angle (radians) are taken as parallel.
inline constexpr double kParallelSine = 1e-12;

/// Nothing if the two features do not face each other (their shadows along the normal are disjoint)
/// or touch. `tolerance`: how far (metres) a shadow may miss the other one by rounding.
std::optional<FeatureDistance> feature_distance(const Pair& pair, const Feature& on_A,
                                                const Feature& on_B, double tolerance);

}  // namespace rigor
