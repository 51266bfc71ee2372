// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/certify/axis.hpp>

namespace rigor {

/// How fast the polynomials of a path may turn and bend, per unit of s on [0, 1]: proved bounds. A
/// function of s whose second derivative is bounded is known between two samples.
struct PathBounds {
  double spin = 0.0;            ///< |ω|, rad
  double turn = 0.0;            ///< |R'' v| <= turn |v|
  double bend = 0.0;            ///< |x''|, metres
  double place_error = 0.0;     ///< of the origin in `pose_at` against the true motion, metres
  double rotation_error = 0.0;  ///< |R v| is off by at most this times |v|
};

/// Requires a proper rotation. The errors hold for every function inside the path's models.
PathBounds path_bounds(const BodyPath& path);

/// Of both paths, and of x_B - x_A.
struct PairBounds {
  PathBounds a;
  PathBounds b;
  double approach = 0.0;  ///< |(x_B - x_A)'|, metres
  double bend = 0.0;      ///< |(x_B - x_A)''|, metres
};
PairBounds pair_bounds(const PairMotion& pair);

}  // namespace rigor
