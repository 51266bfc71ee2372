// SPDX-License-Identifier: Apache-2.0
// How short a series stands for a polynomial, which decides at how many nodes it is looked at.
//
// Let M bound |f| on the ellipse with foci -1 and 1 whose half axes add up to ρ > 1 (Bernstein).
// Then the coefficients of f in Chebyshev polynomials obey |c_k| <= 2 M ρ^-k, and all beyond degree
// n add up to at most 2 M ρ^-n / (ρ - 1). Of a series M = Σ |c_k| ρ^k, because |T_k| <= ρ^k there;
// of sums and products it is the sum and the product. A product of many smooth factors has a high
// degree, but hardly anything beyond a low one.
//
// Vectors are bounded by the sums of the sizes of their numbers: so are then dot products and, by
// the product of both, cross products. On a part of length `share` of the interval of a series,
// stretched to [-1, 1], the ellipse of ρ lies inside that of ρ' on the whole interval, with
// ρ' + 1/ρ' - 2 = share (ρ + 1/ρ - 2): sums of distances from the foci are convex.
#pragma once

#include <rigor/verification/series.hpp>

namespace rigor::verification {

/// A polynomial's degree, and bounds of its size on some ellipses.
class Growth {
 public:
  Growth() = default;  ///< of zero
  static Growth constant(Real size);
  /// Of what goes straight from one value to another, both no larger than this.
  static Growth line(Real size);
  /// Of the sizes of a_k = Σ |c_k| over all rows, and of their slopes.
  static Growth of(const std::vector<double>& sizes, Real share);

  int degree() const { return degree_; }
  /// The least degree beyond which there is no more than `error`.
  int degree_within(Real error) const;
  /// What there is beyond a degree at most.
  Real beyond(int degree) const;

  /// Of ∫ from -1 to x: straight ways inside an ellipse are no longer than 1 + ρ.
  Growth integrated() const;

  friend Growth operator+(Growth a, const Growth& b);
  friend Growth operator*(Growth a, const Growth& b);
  friend Growth operator*(Real s, const Growth& a) { return constant(s) * a; }

 private:
  static constexpr std::size_t kEllipses = 9;
  static constexpr std::array<double, kEllipses> kAxes = {1.15, 1.4, 1.8, 2.5, 3.5, 5, 8, 16, 64};

  int degree_ = 0;
  std::array<double, kEllipses> most_{};
};

/// a_k = Σ |c_k| over rows of coefficients.
template <class Rows>
std::vector<double> sizes_of(const Rows& rows) {
  std::vector<double> sizes;
  for (const auto& row : rows) {
    if (row.size() > sizes.size()) sizes.resize(row.size(), 0.0);
    for (std::size_t k = 0; k < row.size(); ++k) sizes[k] += std::abs(row[k]);
  }
  return sizes;
}

/// The same of their slopes, from above: T_k' = 2 k (T_{k-1} + T_{k-3} + ...).
std::vector<double> slope_sizes(const std::vector<double>& sizes);

/// The sum of the sizes of a vector's numbers.
inline Real spread(const Vec& v) { return std::abs(v[0]) + std::abs(v[1]) + std::abs(v[2]); }

/// The motion of a body on a part of its segment.
struct PlaceGrowth {
  Growth position, velocity, quaternion, rate;

  /// M(q) v of a vector of this size.
  Growth turned(Real size) const { return 3 * size * (quaternion * quaternion); }
  /// M(q) v (2 - |q|²).
  Growth rotated(Real size) const {
    return (Growth::constant(2) + quaternion * quaternion) * turned(size);
  }
  /// Its rate, and |q|² times the spin.
  Growth rotated_rate(Real size) const;
  Growth spin() const { return 2 * (quaternion * rate); }
};
PlaceGrowth growth_of(const trace::Segment& segment, Real length);

}  // namespace rigor::verification
