// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/classic/advancement.hpp>

namespace rigor {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

/// |ω × d̂| r: how fast turning can bring a body forward.
double turning(const AdvancingBody& body, const Vector3& dhat) {
  return body.V.angular.cross(dhat).norm() * body.radius;
}

}  // namespace

double printed_advancement(const ApartBodies& bodies) {
  const Vector3& d = bodies.dhat_AB_W;
  const double speed = std::abs(d.dot(bodies.A.V.linear - bodies.B.V.linear)) +
                       turning(bodies.A, d) + turning(bodies.B, d);
  return speed > 0.0 ? bodies.distance / speed : kForever;
}

double reach_across(const Vector3& w, std::span<const Vector3> offsets) {
  const double size = w.norm();
  if (size == 0.0) return 0.0;
  const Vector3 axis = w / size;
  double most = 0.0;
  for (const Vector3& r : offsets) most = std::max(most, axis.cross(r).squaredNorm());
  return std::sqrt(most);
}

double advancement(const ApartBodies& bodies, double level) {
  if (bodies.distance <= level) return 0.0;
  const Vector3& d = bodies.dhat_AB_W;
  const double speed =
      d.dot(bodies.A.V.linear - bodies.B.V.linear) + turning(bodies.A, d) + turning(bodies.B, d);
  return speed > 0.0 ? (bodies.distance - level) / speed : kForever;
}

double step_of(const AdvancementSeries& series, int k) {
  return distance_before(series, k) / series.bound_speed;
}

double distance_before(const AdvancementSeries& series, int k) {
  return series.distance * std::pow(1.0 - series.tightness, k);
}

int steps_until(const AdvancementSeries& series, double threshold) {
  if (series.distance <= threshold) return 0;
  if (series.tightness >= 1.0) return 1;
  return static_cast<int>(
      std::ceil(std::log(threshold / series.distance) / std::log1p(-series.tightness)));
}

}  // namespace rigor
