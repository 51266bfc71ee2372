// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace rigor {

/// Half the distance from 1 to the next double: |fl(a op b) - a op b| <= kUnit |a op b|.
inline constexpr double kUnit = 0x1p-53;

/// Covers every underflow of one operation on models: at most 2^13 products, each losing at most
/// 2^-1074.
inline constexpr double kUnderflow = 0x1p-1040;

/// `value` >= 0 computed by at most 500 operations on non-negative numbers, raised above what exact
/// arithmetic would have given.
inline double raised(double value) { return value * (1.0 + 0x1p-43) + kUnderflow; }

/// The neighbouring doubles; they turn a rounded result into a bound. As std::nextafter, but
/// inline.
inline double next_up(double x) {
  if (!(x < std::numeric_limits<double>::infinity())) return x;
  if (x == 0.0) return std::numeric_limits<double>::denorm_min();
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(x) + (x > 0.0 ? 1 : -1));
}
inline double next_down(double x) { return -next_up(-x); }

}  // namespace rigor
