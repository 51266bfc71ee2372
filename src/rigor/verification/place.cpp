// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/place.hpp>
#include <rigor/verification/structure.hpp>

namespace rigor::verification {

static_assert(Terms::kMost >= kMaxCoefficients);

Vec turned(const Quat& q, const Vec& v) {
  const Vec u = {q[1], q[2], q[3]};
  const Real uu = dot(u, u);
  const Real uv = dot(u, v);
  const Vec c = cross(u, v);
  Vec out;
  for (int i = 0; i < 3; ++i) out[i] = (q[0] * q[0] - uu) * v[i] + 2 * uv * u[i] + 2 * q[0] * c[i];
  return out;
}

Place place_at(const trace::Segment& segment, Real since) {
  const Real x = 2 * since / segment.length - 1;
  const Real pace = 2 / static_cast<Real>(segment.length);
  Place at;
  const Terms terms(x, std::max(segment.position[0].size(), segment.quaternion[0].size()));
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [f, d] = terms.sum(segment.position[i]);
    at.c[i] = f, at.v[i] = pace * d;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const auto [f, d] = terms.sum(segment.quaternion[i]);
    at.q[i] = f, at.rate[i] = pace * d;
  }
  return at;
}

Vec rotated_rate(const Place& at, const Vec& r) {
  const Vec u = {at.q[1], at.q[2], at.q[3]};
  const Vec du = {at.rate[1], at.rate[2], at.rate[3]};
  const Real square = 2 * (at.q[0] * at.rate[0] - dot(u, du));
  const Vec turning = square * r + 2 * (dot(du, r) * u + dot(u, r) * du) +
                      2 * (at.rate[0] * cross(u, r) + at.q[0] * cross(du, r));
  return (2 - norm_squared(at.q)) * turning - norm_rate(at) * turned(at.q, r);
}

Vec spin(const Place& at) {
  const Vec u = {-at.q[1], -at.q[2], -at.q[3]};
  const Vec r = {at.rate[1], at.rate[2], at.rate[3]};
  return 2 * (at.q[0] * r + at.rate[0] * u + cross(u, r));
}

}  // namespace rigor::verification
