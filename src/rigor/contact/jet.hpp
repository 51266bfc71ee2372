// SPDX-License-Identifier: Apache-2.0
// 2-jets: a quantity of time with its first and second derivative. Written once for any gap
// function, they give its rate and the bias of its acceleration row without hand-derived contact
// kinematics.
#pragma once

#include <cmath>

#include <rigor/spatial/vector.hpp>

namespace rigor {

/// value, d/dt and d²/dt² of a scalar at one instant.
struct GapJet {
  double value = 0.0;
  double rate = 0.0;
  double second = 0.0;
};

inline GapJet operator+(const GapJet& x, const GapJet& y) {
  return {x.value + y.value, x.rate + y.rate, x.second + y.second};
}
inline GapJet operator-(const GapJet& x, const GapJet& y) {
  return {x.value - y.value, x.rate - y.rate, x.second - y.second};
}
inline GapJet operator*(double k, const GapJet& x) {
  return {k * x.value, k * x.rate, k * x.second};
}
inline GapJet operator*(const GapJet& x, const GapJet& y) {
  return {x.value * y.value, x.value * y.rate + x.rate * y.value,
          x.value * y.second + 2.0 * x.rate * y.rate + x.second * y.value};
}

/// 1/√x for x > 0.
inline GapJet inverse_sqrt(const GapJet& x) {
  const double f = 1.0 / std::sqrt(x.value);
  const double f1 = -0.5 * f / x.value;
  const double f2 = -1.5 * f1 / x.value;
  return {f, f1 * x.rate, f2 * x.rate * x.rate + f1 * x.second};
}

/// The same for a vector: position, velocity, acceleration.
struct JetVector {
  Vector3 value = Vector3::Zero();
  Vector3 rate = Vector3::Zero();
  Vector3 second = Vector3::Zero();
};

inline JetVector operator+(const JetVector& x, const JetVector& y) {
  return {x.value + y.value, x.rate + y.rate, x.second + y.second};
}
inline JetVector operator-(const JetVector& x, const JetVector& y) {
  return {x.value - y.value, x.rate - y.rate, x.second - y.second};
}
inline JetVector operator*(double k, const JetVector& x) {
  return {k * x.value, k * x.rate, k * x.second};
}
inline GapJet dot(const JetVector& x, const JetVector& y) {
  return {x.value.dot(y.value), x.value.dot(y.rate) + x.rate.dot(y.value),
          x.value.dot(y.second) + 2.0 * x.rate.dot(y.rate) + x.second.dot(y.value)};
}
inline JetVector cross(const JetVector& x, const JetVector& y) {
  return {x.value.cross(y.value), x.value.cross(y.rate) + x.rate.cross(y.value),
          x.value.cross(y.second) + 2.0 * x.rate.cross(y.rate) + x.second.cross(y.value)};
}

}  // namespace rigor
