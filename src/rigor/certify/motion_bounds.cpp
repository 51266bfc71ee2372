// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/certify/motion_bounds.hpp>
#include <rigor/chebyshev/rounding.hpp>

namespace rigor {
namespace {

/// What leaving out the last terms adds: |T_k| <= 1, so an origin is off by their lengths, and a
/// unit quaternion by at most |δq| / |q| to first order (δq is below 2^-10), a rotation by twice
/// that.
void add_lost(PathBounds& bounds, const PoseSeries& exact, const PoseSeries& rough) {
  const PoseSeries::Lost lost = exact.lost(rough);
  if (!(lost.quaternion < 0x1p-10 * bounds.least_norm)) {
    bounds.rotation_error = PathBounds::kNone;
    return;
  }
  bounds.place_error = raised(bounds.place_error + lost.position);
  const double unit_error = lost.quaternion / bounds.least_norm * (1.0 + 0x1p-20);
  bounds.rotation_error = raised(bounds.rotation_error + 2.0 * unit_error);
}

}  // namespace

// |T_k'| <= k² and |T_k''| <= k² (k² - 1) / 3 in x = 2s - 1.
PairBounds pair_bounds(const PairMotion& pair) {
  PairBounds bounds{pair.path_a.bounds, pair.path_b.bounds, 0.0, 0.0,
                    &pair.path_a.poses, &pair.path_b.poses};
  double rates = 0.0;
  double bends = 0.0;
  for (int i = 0; i < 3; ++i) {
    const auto a = pair.path_a.position[i].coefficients();
    const auto b = pair.path_b.position[i].coefficients();
    double rate = 0.0;
    double bend = 0.0;
    for (std::size_t k = 1; k < std::max(a.size(), b.size()); ++k) {
      const double c = std::abs((k < b.size() ? b[k] : 0.0) - (k < a.size() ? a[k] : 0.0));
      const double square = static_cast<double>(k * k);
      rate += 2.0 * square * c;
      bend += 4.0 / 3.0 * square * (square - 1.0) * c;
    }
    rates += rate * rate;
    bends += bend * bend;
  }
  bounds.approach = raised(std::sqrt(rates));
  bounds.bend = raised(std::sqrt(bends));
  return bounds;
}

PairBounds roughened(const PairBounds& exact, const PoseSeries& rough_a,
                     const PoseSeries& rough_b) {
  PairBounds bounds = exact;
  add_lost(bounds.a, *exact.poses_a, rough_a);
  add_lost(bounds.b, *exact.poses_b, rough_b);
  bounds.poses_a = &rough_a;
  bounds.poses_b = &rough_b;
  return bounds;
}

}  // namespace rigor
