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
  Vec c, v;  ///< of the body's origin
  Quat q, rate;
};

/// `since` seconds after the start of the segment.
Place place_at(const trace::Segment& segment, Real since);

/// 2 vec(q̄ q̇): |q|² times the spin in body axes.
Vec spin(const Place& at);

/// M(q) r (2 - |q|²): the rotated vector, up to (|q|² - 1)² |r|.
inline Vec rotated(const Quat& q, const Vec& r) { return (2 - norm_squared(q)) * turned(q, r); }

/// The rate of |q|².
inline Real norm_rate(const Place& at) {
  return 2 * (at.q[0] * at.rate[0] + at.q[1] * at.rate[1] + at.q[2] * at.rate[2] +
              at.q[3] * at.rate[3]);
}

/// The rate of rotated(q, r).
Vec rotated_rate(const Place& at, const Vec& r);

/// A point of the body, by its place in the body's frame, and its velocity.
inline Vec point_of(const Place& at, const Vec& r) { return at.c + rotated(at.q, r); }
inline Vec point_velocity(const Place& at, const Vec& r) { return at.v + rotated_rate(at, r); }

}  // namespace rigor::verification
