// SPDX-License-Identifier: Apache-2.0
// Where a body is and how it moves, at one instant of a segment, in long double.
#pragma once

#include <rigor/verification/series.hpp>

namespace rigor::verification {

using Quat = std::array<Real, 4>;  ///< w, x, y, z

/// M(q) v: |q|² times the rotated vector.
Vec turned(const Quat& q, const Vec& v);
inline Quat conjugate(const Quat& q) { return {q[0], -q[1], -q[2], -q[3]}; }
inline Real norm_squared(const Quat& q) {
  return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

struct Place {
  Vec c, v;
  Quat q, rate;
};

/// `since` seconds after the start of the segment.
Place place_at(const trace::Segment& segment, Real since);

/// 2 vec(q̄ q̇): |q|² times the spin in body axes.
Vec spin(const Place& at);

/// M(q) r (2 - |q|²): the rotated vector, up to (|q|² - 1)² |r|.
inline Vec rotated(const Quat& q, const Vec& r) { return (2 - norm_squared(q)) * turned(q, r); }

}  // namespace rigor::verification
