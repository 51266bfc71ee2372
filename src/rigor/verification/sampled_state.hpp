// SPDX-License-Identifier: Apache-2.0
// Bodies at samples, in plain floating point: for what is measured, never for a proof.
#pragma once

#include <array>
#include <cmath>

#include <rigor/trace/types.hpp>

namespace rigor::verification {

/// Samples of a segment, both ends included.
inline constexpr int kSamples = 9;

/// Position, quaternion and their first two derivatives in time at s in [0, 1] of the nominal
/// length.
struct State {
  std::array<std::array<double, 7>, 3> derivatives{};
};
State state_at(const trace::Segment& segment, double s);

/// The piece in world coordinates in that state.
trace::Piece placed(const trace::Piece& piece, const State& state);

/// The arithmetic of such states.
namespace at_samples {

using trace::Triple;
using Quadruple = std::array<double, 4>;

inline Triple operator+(const Triple& x, const Triple& y) {
  return {x[0] + y[0], x[1] + y[1], x[2] + y[2]};
}
inline Triple operator-(const Triple& x, const Triple& y) {
  return {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
}
inline Triple operator*(double k, const Triple& x) { return {k * x[0], k * x[1], k * x[2]}; }
inline Triple cross(const Triple& x, const Triple& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}
inline double dot(const Triple& x, const Triple& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}
inline double length(const Triple& x) { return std::sqrt(dot(x, x)); }

inline Quadruple product(const Quadruple& p, const Quadruple& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
          p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}

inline Quadruple inverse(const Quadruple& q) {
  const double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return {q[0] / n, -q[1] / n, -q[2] / n, -q[3] / n};
}

inline Triple turned(const Quadruple& q, const Triple& x) {
  const Quadruple r = product(product(q, {0.0, x[0], x[1], x[2]}), inverse(q));
  return {r[1], r[2], r[3]};
}

inline Quadruple quaternion(const State& state, std::size_t derivative) {
  const auto& d = state.derivatives[derivative];
  return {d[3], d[4], d[5], d[6]};
}

inline Triple position(const State& state, std::size_t derivative) {
  const auto& d = state.derivatives[derivative];
  return {d[0], d[1], d[2]};
}

}  // namespace at_samples
}  // namespace rigor::verification
