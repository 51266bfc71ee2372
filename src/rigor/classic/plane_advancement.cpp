// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/classic/plane_advancement.hpp>

namespace rigor {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

}  // namespace

double printed_plane_advancement(const TouchingPlane& plane, const Vector3& vertex,
                                 const Vector3& xi) {
  const double turning =
      plane.w_WA.cross(plane.nhat_W).norm() + plane.w_WB.cross(plane.nhat_W).norm();
  const double speed = turning * (vertex - xi).norm();
  return speed > 0.0 ? std::abs(plane.nhat_W.dot(vertex) - plane.sigma) / speed : kForever;
}

double printed_plane_bound(const TouchingPlane& plane, std::span<const Vector3> vertices,
                           std::span<const Vector3> touching, double threshold) {
  double bound = kForever;
  for (const Vector3& r : vertices) {
    if (std::abs(plane.nhat_W.dot(r) - plane.sigma) <= threshold) continue;
    for (const Vector3& xi : touching)
      bound = std::min(bound, printed_plane_advancement(plane, r, xi));
  }
  return bound;
}

double first_descent(const HeightBound& height, double level) {
  const double room = height.value - level;
  if (room <= 0.0) return 0.0;
  const double root = std::sqrt(height.rate * height.rate + 2.0 * height.curvature * room);
  if (height.rate < 0.0) return 2.0 * room / (root - height.rate);  // no cancellation
  return height.curvature > 0.0 ? (height.rate + root) / height.curvature : kForever;
}

HeightBound vertex_height_bound(const CarriedPlane& plane, const Vector3& rho_W, double longest) {
  const Vector3& n = plane.nhat_W;
  const Vector3& w_B = plane.carrier.angular;
  const Vector3& w_A = plane.other.angular;
  const Vector3 vertex = plane.other_W + rho_W;
  const Vector3 u = vertex - plane.centre_W;
  const Vector3 drift = plane.other.linear - plane.carrier.linear;
  const Vector3 whirl = w_A.cross(rho_W);
  const Vector3 normal_rate = w_B.cross(n);
  const double spin_A = w_A.norm();
  const double spin_B = w_B.norm();
  const double speed = drift.norm() + whirl.norm();
  const double tilt = normal_rate.norm();
  const double across = std::min(spin_A, n.cross(w_A).norm() + tilt * spin_A * longest);
  HeightBound out;
  out.value = n.dot(vertex - plane.foot_W);
  out.rate = normal_rate.dot(u) + n.dot(drift + whirl);
  out.curvature = spin_B * tilt * (1.0 + 0.5 * spin_B * longest) * (u.norm() + speed * longest) +
                  2.0 * tilt * speed + across * whirl.norm() * (1.0 + 0.5 * spin_A * longest);
  return out;
}

double plane_bound(const CarriedPlane& plane, std::span<const Vector3> offsets_W, double longest,
                   double level) {
  double bound = kForever;
  for (const Vector3& rho : offsets_W)
    bound = std::min(bound, first_descent(vertex_height_bound(plane, rho, longest), level));
  return bound;
}

}  // namespace rigor
