// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/certify/axis.hpp>

namespace rigor {

/// Bounds of both paths, and of x_B - x_A.
struct PairBounds {
  PathBounds a;
  PathBounds b;
  double approach = 0.0;                ///< |(x_B - x_A)'|, metres
  double bend = 0.0;                    ///< |(x_B - x_A)''|, metres
  const PoseSeries* poses_a = nullptr;  ///< the errors in `a` and `b` are those of these poses
  const PoseSeries* poses_b = nullptr;
};

/// For the poses of the paths themselves. Requires proper rotations.
PairBounds pair_bounds(const PairMotion& pair);

/// For poses by the first terms of those series: `exact` with larger errors.
PairBounds roughened(const PairBounds& exact, const PoseSeries& rough_a, const PoseSeries& rough_b);

}  // namespace rigor
