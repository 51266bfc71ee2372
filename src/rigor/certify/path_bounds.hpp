// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>

#include <rigor/chebyshev/cheb_model.hpp>

namespace rigor {

/// How fast the polynomials of a path may turn and bend, per unit of s on [0, 1]: proved bounds. A
/// function of s whose second derivative is bounded is known between two samples.
struct PathBounds {
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  double spin = kNone;            ///< |ω|, rad
  double turn = kNone;            ///< |R'' v| <= turn |v|
  double bend = kNone;            ///< |x''|, metres
  double farthest = kNone;        ///< |x| of the polynomials, metres
  double place_error = kNone;     ///< of the origin in `pose_at` against the true motion, metres
  double rotation_error = kNone;  ///< |R v| is off by at most this times |v|
  double least_norm = 0.0;        ///< |q| is at least this
};

/// Of the path x(s), q(s), whose |q|² lies inside `norm_squared`; requires norm_squared.lo > 0. The
/// errors hold for every function inside the models.
PathBounds path_bounds(const std::array<ChebModel, 3>& position,
                       const std::array<ChebModel, 4>& quaternion, const Interval& norm_squared);

}  // namespace rigor
