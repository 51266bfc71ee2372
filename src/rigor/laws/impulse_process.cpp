// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include <rigor/laws/impulse_process.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

Vector2d direction(double angle) { return {std::cos(angle), std::sin(angle)}; }

/// The rates at which a unit of normal impulse changes the speeds of a contact that slides along s.
struct Rates {
  double k = 0.0;  ///< normal speed
  double g = 0.0;  ///< slip
  double h = 0.0;  ///< across the slip
};

Rates rates(const PushedContact& contact, const Vector2d& s) {
  const Vector3d push(1.0, -contact.mu * s.x(), -contact.mu * s.y());
  const Vector3d speed = contact.W * push;
  return {speed[0], s.dot(speed.tail<2>()), s.x() * speed[2] - s.y() * speed[1]};
}

/// A sliding contact on its way: direction and logarithm of the slip, impulse so far.
struct Way {
  double angle = 0.0;
  double log_slip = 0.0;
  Vector3d r = Vector3d::Zero();
};

Way operator+(const Way& way, const Way& step) {
  return {way.angle + step.angle, way.log_slip + step.log_slip, way.r + step.r};
}

Way operator*(double factor, const Way& way) {
  return {factor * way.angle, factor * way.log_slip, factor * way.r};
}

Way derivative(const PushedContact& contact, const Way& way) {
  const Vector2d s = direction(way.angle);
  const Rates at = rates(contact, s);
  const double slip = std::exp(way.log_slip);
  return {at.h, at.g, slip * Vector3d(1.0, -contact.mu * s.x(), -contact.mu * s.y())};
}

/// One step of Gauss' method with three stages.
Way advanced(const PushedContact& contact, const Way& way, double length) {
  static const double root = std::sqrt(15.0);
  static const std::array<std::array<double, 3>, 3> a{
      {{5.0 / 36.0, 2.0 / 9.0 - root / 15.0, 5.0 / 36.0 - root / 30.0},
       {5.0 / 36.0 + root / 24.0, 2.0 / 9.0, 5.0 / 36.0 - root / 24.0},
       {5.0 / 36.0 + root / 30.0, 2.0 / 9.0 + root / 15.0, 5.0 / 36.0}}};
  std::array<Way, 3> slope;
  slope.fill(derivative(contact, way));
  for (int iteration = 0; iteration < kProcessIterations; ++iteration) {
    std::array<Way, 3> next;
    for (std::size_t i = 0; i < 3; ++i)
      next[i] = derivative(
          contact, way + length * (a[i][0] * slope[0] + a[i][1] * slope[1] + a[i][2] * slope[2]));
    slope = next;
  }
  return way + (length / 18.0) * (5.0 * slope[0] + 8.0 * slope[1] + 5.0 * slope[2]);
}

double normal_speed(const PushedContact& contact, const Vector3d& r) {
  return contact.u[0] + contact.W.row(0).dot(r);
}

/// What a contact does that has stopped while it still approaches.
Vector3d pushed_from_stop(const PushedContact& contact, const Vector3d& r) {
  const double approach = normal_speed(contact, r);
  if (!(approach < 0.0)) return r;
  const Eigen::Matrix2d W_tt = contact.W.bottomRightCorner<2, 2>();
  const Vector2d side = -minimum_norm_solve(W_tt, contact.W.bottomLeftCorner<2, 1>()).z;
  Vector3d push(1.0, side.x(), side.y());
  if (side.norm() > contact.mu) {  // the one direction in which a slip sets out
    double most = 0.0;
    for (int i = 0; i < kProcessDirections; ++i) {
      double low = 2.0 * std::numbers::pi * i / kProcessDirections;
      double high = 2.0 * std::numbers::pi * (i + 1) / kProcessDirections;
      const bool rises = rates(contact, direction(low)).h < 0.0;
      if ((rates(contact, direction(high)).h < 0.0) == rises) continue;
      for (int k = 0; k < kProcessBisections; ++k) {
        const double middle = 0.5 * (low + high);
        ((rates(contact, direction(middle)).h < 0.0) == rises ? low : high) = middle;
      }
      const Vector2d s = direction(low);
      const double growth = rates(contact, s).g;
      if (growth <= most) continue;
      most = growth;
      push.tail<2>() = -contact.mu * s;
    }
  }
  const double rise = contact.W.row(0).dot(push);
  return rise > 0.0 ? Vector3d(r - approach / rise * push) : r;
}

/// A contact whose slip does not turn.
Vector3d pushed_straight(const PushedContact& contact, const Vector3d& r, const Vector2d& s,
                         double slip) {
  const Rates at = rates(contact, s);
  const Vector3d push(1.0, -contact.mu * s.x(), -contact.mu * s.y());
  const double approach = normal_speed(contact, r);
  const double stop = at.g < 0.0 ? slip / -at.g : INFINITY;
  const double back = at.k > 0.0 ? -approach / at.k : INFINITY;
  if (back <= stop) return r + std::max(0.0, back) * push;
  return pushed_from_stop(contact, r + stop * push);
}

/// The step that brings the normal speed back to zero.
Vector3d back_at_zero(const PushedContact& contact, const Way& way, double length) {
  double low = 0.0;
  double high = length;
  for (int i = 0; i < kProcessBisections; ++i) {
    const double middle = 0.5 * (low + high);
    const Way there = advanced(contact, way, middle);
    (normal_speed(contact, there.r) < 0.0 ? low : high) = middle;
  }
  return advanced(contact, way, high).r;
}

}  // namespace

double pressing_rate(const PushedContact& contact) {
  const double slip = contact.u.tail<2>().norm();
  if (!(slip > 0.0)) return contact.W(0, 0);
  return rates(contact, contact.u.tail<2>() / slip).k;
}

std::optional<Vector3d> impulse_process(const PushedContact& given) {
  PushedContact contact = given;
  contact.u[0] = std::min(0.0, contact.u[0]);
  const bool approaches = contact.u[0] < 0.0;
  if (!approaches && !(pressing_rate(contact) < 0.0)) return Vector3d::Zero().eval();
  const double first_slip = contact.u.tail<2>().norm();
  if (!(first_slip > 0.0)) return pushed_from_stop(contact, Vector3d::Zero());
  const double fastest = contact.W.bottomLeftCorner<2, 1>().norm() +
                         contact.mu * contact.W.bottomRightCorner<2, 2>().norm();
  if (!(fastest > 0.0)) {
    const Vector2d s = contact.u.tail<2>() / first_slip;
    return pushed_straight(contact, Vector3d::Zero(), s, first_slip);
  }
  const double length = kProcessStep / fastest;
  Way way{std::atan2(contact.u[2], contact.u[1]), std::log(first_slip), Vector3d::Zero()};
  for (int step = 0; step < kMaxProcessSteps; ++step) {
    const Vector2d s = direction(way.angle);
    const double slip = std::exp(way.log_slip);
    if (std::abs(rates(contact, s).h) <= kProcessStraight * fastest)
      return pushed_straight(contact, way.r, s, slip);
    if (slip <= kProcessStopped * first_slip) return pushed_from_stop(contact, way.r);
    const Way next = advanced(contact, way, length);
    if (normal_speed(contact, next.r) >= 0.0) return back_at_zero(contact, way, length);
    way = next;
  }
  return std::nullopt;
}

}  // namespace rigor
