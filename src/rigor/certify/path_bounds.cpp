// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include <rigor/certify/path_bounds.hpp>
#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/rounding.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

double bound_of(const ChebModel& f) { return raised(coefficient_sum(f) + f.radius()); }

double length_of(const std::array<double, 4>& v) {
  return raised(std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]));
}

/// How far `clenshaw` in doubles may be from any function inside the model. Its error is at most
/// 7u Σ|b_k| (see `polynomial_value`), and |b_k| <= Σ_{j>=k} (j - k + 1) |c_j|.
double evaluation_error(const ChebModel& f) {
  double sizes = 0.0;
  const auto c = f.coefficients();
  for (int j = 0; j <= f.degree(); ++j) sizes += 0.5 * (j + 1.0) * (j + 2.0) * std::abs(c[j]);
  return raised(7.0 * kUnit * sizes * (1.0 + 0x1p-30) + f.radius());
}

/// Bounds on the quaternion's polynomial: with λ >= 0 and e = q'' + λ q, |q'' | across q is at most
/// |e|, and (|q'|² + λ|q|²)' = 2 q'·e, so |q'| on [0, 1] follows from its value at 1/2. A steady
/// spin has e = 0.
struct QuaternionBounds {
  double rate = 0.0;    ///< |q'|
  double across = 0.0;  ///< |q''| across q
};

QuaternionBounds quaternion_bounds(const std::array<ChebModel, 4>& quaternion,
                                   const Interval& norm_squared) {
  std::array<ChebModel, 4> bends;
  std::array<double, 4> rate{};
  std::array<double, 4> lost{};  // what the derivative of the derivative's rounding may be (Markov)
  double along = 0.0;
  double norm = 0.0;
  for (int i = 0; i < 4; ++i) {
    const ChebModel& q = quaternion[i];
    const ChebModel slope = derivative(q);
    bends[i] = derivative(slope);
    lost[i] = 2.0 * q.degree() * q.degree() * slope.radius();
    const Interval value = value_at(slope, 0.5);
    rate[i] = std::max(std::abs(value.lo), std::abs(value.hi));
    const double here = clenshaw(q.coefficients(), 0.5);
    along += here * clenshaw(bends[i].coefficients(), 0.5);
    norm += here * here;
  }
  const double lambda = std::max(0.0, -along / norm);
  std::array<double, 4> across{};
  for (int i = 0; i < 4; ++i) {
    bends[i].add_scaled(quaternion[i], lambda);
    across[i] = bound_of(bends[i]) + lost[i];
  }
  const double e = length_of(across);
  const double middle = length_of(rate);
  const double drift = lambda * (norm_squared.hi - norm_squared.lo);
  return {raised(0.5 * e + std::sqrt(0.25 * e * e + middle * middle + drift)), e};
}

}  // namespace

// With p = q / |q|: ω = 2 vec(p' p̄), |p'| <= |q'| / |q|, and |q| p'' across p is q'' across q less
// 2 |q|' p'. |q|' = (|q|²)' / (2 |q|), and by Markov (|q|²)' is at most (2n)² times the width of
// |q|². A computed rotation is off by twice the error of its unit quaternion, at most |δq| / |q| to
// first order, and by its own rounding.
PathBounds path_bounds(const std::array<ChebModel, 3>& position,
                       const std::array<ChebModel, 4>& quaternion, const Interval& norm_squared) {
  RIGOR_DEMAND(norm_squared.lo > 0.0);
  const double least = std::sqrt(norm_squared.lo) * (1.0 - 4.0 * kUnit);
  const QuaternionBounds q = quaternion_bounds(quaternion, norm_squared);
  int degree = 0;
  std::array<double, 4> quaternion_errors{};
  for (int i = 0; i < 4; ++i) {
    degree = std::max(degree, quaternion[i].degree());
    quaternion_errors[i] = evaluation_error(quaternion[i]);
  }
  const double width = norm_squared.hi - norm_squared.lo;
  const double stretch = 4.0 * degree * degree * width / (2.0 * least);
  PathBounds bounds;
  bounds.least_norm = least;
  bounds.spin = raised(2.0 * q.rate / least);
  const double spin_rate = 2.0 * (q.across + 2.0 * stretch * q.rate / least) / least;
  bounds.turn = raised(bounds.spin * bounds.spin + spin_rate);
  std::array<double, 4> bend{};
  std::array<double, 4> place_errors{};
  bounds.farthest = 0.0;
  for (int i = 0; i < 3; ++i) {
    bend[i] = curvature_bound(position[i]);
    place_errors[i] = evaluation_error(position[i]);
    bounds.farthest += coefficient_sum(position[i]);
  }
  bounds.bend = length_of(bend);
  bounds.place_error = length_of(place_errors);
  const double unit_error = length_of(quaternion_errors) / least * (1.0 + 0x1p-20);
  bounds.rotation_error = raised(2.0 * unit_error + 32.0 * kUnit);
  return bounds;
}

}  // namespace rigor
