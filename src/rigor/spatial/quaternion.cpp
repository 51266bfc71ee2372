// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/spatial/quaternion.hpp>

namespace rigor {

std::array<double, 4> wxyz(const Quaternion& q) { return {q.w(), q.x(), q.y(), q.z()}; }

Quaternion from_wxyz(const std::array<double, 4>& values) {
  return Quaternion(values[0], values[1], values[2], values[3]);
}

Quaternion exp_rotation(const Vector3& phi) {
  const double angle = phi.norm();
  // sin(θ/2)/θ = ½ - θ²/48 + O(θ⁴): below 1e-4 the next term is under 1e-19.
  const double scale = angle < 1e-4 ? 0.5 - angle * angle / 48.0 : std::sin(0.5 * angle) / angle;
  const Vector3 v = scale * phi;
  return Quaternion(std::cos(0.5 * angle), v.x(), v.y(), v.z());
}

Vector3 log_rotation(const Quaternion& q) {
  const Vector3 v = q.w() < 0.0 ? Vector3(-q.vec()) : Vector3(q.vec());
  const double sine = v.norm();
  const double cosine = std::abs(q.w());
  // 2 atan2(s, c)/s = (2/c)(1 - (s/c)²/3 + ...) for small s.
  const double scale = sine < 1e-5 * cosine
                           ? 2.0 / cosine * (1.0 - sine * sine / (3.0 * cosine * cosine))
                           : 2.0 * std::atan2(sine, cosine) / sine;
  return scale * v;
}

Quaternion quaternion_rate(const Quaternion& q, const Vector3& w_W) {
  return Quaternion(0.0, 0.5 * w_W.x(), 0.5 * w_W.y(), 0.5 * w_W.z()) * q;
}

Matrix3 rotation_matrix(const Quaternion& q) {
  const double w = q.w();
  const double x = q.x();
  const double y = q.y();
  const double z = q.z();
  Matrix3 m;
  m << w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y),  //
      2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x),   //
      2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z;
  return m / q.squaredNorm();
}

}  // namespace rigor
