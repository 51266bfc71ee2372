// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>

namespace rigor::trace {

/// An instant: exactly base + offset seconds. Normal form: base is a multiple of 2^-10 s and
/// 0 <= offset < 2^-10 s, so instants a few 1e-19 s apart stay distinct (clusters of impacts come
/// that close) and equal instants have equal bits.
struct Time {
  double base = 0.0;
  double offset = 0.0;

  auto operator<=>(const Time&) const = default;
};

/// The grid on which bases lie, seconds.
inline constexpr double kTimeGrid = 0x1p-10;

/// The instant `seconds` in normal form, exactly if it is not negative. Requires |seconds| < 2^40.
Time time_from(double seconds);

/// The instant `duration` seconds after t, rounded once to the resolution of the offset. |duration|
/// < 2^40.
Time advanced(const Time& t, double duration);

/// b - a in seconds, rounded once; exact when both lie within the same grid cell up to one
/// rounding.
double elapsed(const Time& a, const Time& b);

/// base + offset as one double, for printing and plotting only.
double seconds(const Time& t);

/// Whether t has the normal form.
bool is_normal(const Time& t);

}  // namespace rigor::trace
