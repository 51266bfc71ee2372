// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include <rigor/classic/plane_stay.hpp>
#include <rigor/spatial/quaternion.hpp>

namespace rigor {
namespace {

/// Bogacki and Shampine 1989: nodes, the weights of third order, and the difference of the weights
/// of third and second order.
constexpr std::array<double, 4> kNodes{0.0, 0.5, 0.75, 1.0};
constexpr std::array<double, 4> kErrorWeights{2.0 / 9.0 - 7.0 / 24.0, 1.0 / 3.0 - 1.0 / 4.0,
                                              4.0 / 9.0 - 1.0 / 3.0, -1.0 / 8.0};
/// Hairer, Nørsett, Wanner 2008, II.4: safety factor and limits of the change of a step.
constexpr double kSafety = 0.9;
constexpr double kMostGrowth = 5.0;
constexpr double kMostShrinking = 0.2;

/// The rotations since the beginning of the step at the four stages.
std::array<Quaternion, 4> stage_rotations(const Vector3& w, double h) {
  const Quaternion one = Quaternion::Identity();
  const auto from = [&](const Eigen::Vector4d& rate) {
    Quaternion q = one;
    q.coeffs() += h * rate;
    return q;
  };
  const Eigen::Vector4d k1 = quaternion_rate(one, w).coeffs();
  const Quaternion half = from(0.5 * k1);
  const Eigen::Vector4d k2 = quaternion_rate(half, w).coeffs();
  const Quaternion late = from(0.75 * k2);
  const Eigen::Vector4d k3 = quaternion_rate(late, w).coeffs();
  const Quaternion end = from(2.0 / 9.0 * k1 + 1.0 / 3.0 * k2 + 4.0 / 9.0 * k3);
  return {one, half.normalized(), late.normalized(), end.normalized()};
}

/// The largest |φ̇| over stages and points (m/s), and the largest error estimate of φ (m).
struct StageReading {
  double speed = 0.0;
  double error = 0.0;
};

StageReading read_stages(const CarriedPlane& plane, std::span<const Vector3> offsets, double h) {
  const std::array<Quaternion, 4> of_carrier = stage_rotations(plane.carrier.angular, h);
  const std::array<Quaternion, 4> of_other = stage_rotations(plane.other.angular, h);
  const Vector3 drift = plane.other.linear - plane.carrier.linear;
  StageReading out;
  for (const Vector3& rho : offsets) {
    double error = 0.0;
    for (std::size_t i = 0; i < kNodes.size(); ++i) {
      const Vector3 n = of_carrier[i] * plane.nhat_W;
      const Vector3 arm = of_other[i] * rho;
      const Vector3 u = plane.other_W - plane.centre_W + kNodes[i] * h * drift + arm;
      const double phi_dot = plane.carrier.angular.cross(n).dot(u) +
                             n.dot(drift + plane.other.angular.cross(arm));  // [TR phi-dot]
      out.speed = std::max(out.speed, std::abs(phi_dot));
      error += kErrorWeights[i] * phi_dot;
    }
    out.error = std::max(out.error, h * std::abs(error));
  }
  return out;
}

}  // namespace

PlaneStay plane_stay(const CarriedPlane& plane, std::span<const Vector3> offsets_W, double longest,
                     const StayTolerance& tolerance) {
  PlaneStay out;
  out.step = longest;
  while (out.step > tolerance.min_step) {
    const StageReading reading = read_stages(plane, offsets_W, out.step);
    out.evaluations += static_cast<int>(kNodes.size());
    if (reading.speed * out.step > tolerance.drift) {
      out.step = std::max(0.5 * out.step, tolerance.min_step);
      ++out.halvings;
    } else if (reading.error > tolerance.drift) {
      const double wanted = kSafety * std::cbrt(tolerance.drift / reading.error);
      out.step *= std::clamp(wanted, kMostShrinking, kMostGrowth);
      ++out.rejections;
    } else {
      return out;
    }
  }
  out.step = tolerance.min_step;
  out.floored = true;
  return out;
}

}  // namespace rigor
