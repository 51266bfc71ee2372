// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/trace/time.hpp>

namespace rigor::trace {
namespace {

/// Brings a grid multiple and any small offset to normal form. Both steps are exact except the one
/// rounding of a negative offset that is lifted by a grid step.
Time normal(double base, double offset) {
  const double cells = std::floor(offset / kTimeGrid);
  base += cells * kTimeGrid;
  offset -= cells * kTimeGrid;
  if (offset < 0.0) {
    base -= kTimeGrid;
    offset += kTimeGrid;
  }
  if (offset >= kTimeGrid) {
    base += kTimeGrid;
    offset -= kTimeGrid;
  }
  return {base + 0.0, offset + 0.0};  // + 0.0 turns -0.0 into 0.0
}

}  // namespace

Time time_from(double seconds) {
  const double base = std::floor(seconds / kTimeGrid) * kTimeGrid;
  return normal(base, seconds - base);
}

Time advanced(const Time& t, double duration) {
  const double whole = std::floor(duration / kTimeGrid) * kTimeGrid;
  return normal(t.base + whole, t.offset + (duration - whole));
}

double elapsed(const Time& a, const Time& b) { return (b.base - a.base) + (b.offset - a.offset); }

double seconds(const Time& t) { return t.base + t.offset; }

bool is_normal(const Time& t) {
  return std::isfinite(t.base) && std::abs(t.base) < 0x1p40 &&
         std::floor(t.base / kTimeGrid) * kTimeGrid == t.base && t.offset >= 0.0 &&
         t.offset < kTimeGrid;
}

}  // namespace rigor::trace
