// SPDX-License-Identifier: Apache-2.0
// Vectors and Chebyshev series in long double, for the rules that leave room for an error: every
// result there goes with a bound of its roundings.
//
// A polynomial of degree n that is evaluated at N >= 3n/2 Chebyshev nodes is nowhere larger than
// its largest value there over cos(π n / 2N), so at most twice that (Ehlich and Zeller). Integrals
// are those of the interpolant at enough nodes to be exact.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <vector>

#include <rigor/trace/types.hpp>

namespace rigor::verification {

using Real = long double;
using Vec = std::array<Real, 3>;

inline constexpr Real kUnit = std::numeric_limits<Real>::epsilon();

inline Vec operator+(const Vec& a, const Vec& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vec operator-(const Vec& a, const Vec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vec operator*(Real s, const Vec& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline Real dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Real norm(const Vec& a) { return std::sqrt(dot(a, a)); }
inline Vec vec(const trace::Triple& x) { return {x[0], x[1], x[2]}; }

/// b - a, s.
Real between(const trace::Time& a, const trace::Time& b);

/// Values of Chebyshev series at x.
Vec value(const std::array<std::vector<double>, 3>& rows, Real x);

/// T_k(x) and T_k'(x) for k up to a degree, which serve all series at x.
struct Terms {
  Terms(Real x, std::size_t count);
  /// Value and slope of a series with no more coefficients.
  std::array<Real, 2> sum(const std::vector<double>& c) const;

  static constexpr std::size_t kMost = 65;  ///< coefficients of a path (structure.hpp)
  std::array<Real, kMost> values, slopes;
};
/// Of a series whose coefficients are vectors.
Vec sum_at(const std::vector<Vec>& c, Real x);

/// The rounding of the value of a series of this degree, as a fraction of the sum of the sizes of
/// its coefficients: recurrences lose up to degree² roundings.
inline Real series_rounding(int degree) {
  return 8 * static_cast<Real>((degree + 4) * (degree + 4)) * kUnit;
}

/// A bound of the series on [-1, 1].
template <class Rows>
Real size_of(const Rows& rows) {
  Real most = 0;
  for (const auto& row : rows)
    for (const double c : row) most += std::abs(static_cast<Real>(c));
  return most;
}

/// A bound of its slope there.
template <class Rows>
Real slope_of(const Rows& rows) {
  Real most = 0;
  for (const auto& row : rows)
    for (std::size_t k = 1; k < row.size(); ++k)
      most += static_cast<Real>(k) * static_cast<Real>(k) * std::abs(static_cast<Real>(row[k]));
  return most;
}

/// Of rows of equal length; -1 if there are no coefficients.
template <class Rows>
int degree_of(const Rows& rows) {
  return static_cast<int>(rows[0].size()) - 1;
}

/// Chebyshev nodes, by their number.
class Nodes {
 public:
  /// cos(π k / (2 count)) for k = 0 ... 4 count - 1.
  const std::vector<Real>& cosines(int count);
  Real node(int j, int count) { return cosines(count)[2 * j + 1]; }

 private:
  std::deque<std::vector<Real>> tables_;  ///< by number; one that is asked for stays where it is
};

/// Those of this thread: numbers are the same in all.
Nodes& thread_nodes();

/// The first so many coefficients of the series through values at the nodes, numbers or vectors.
/// If values are off by e from those of a series that has no more coefficients, the result is off
/// by at most sqrt(2 terms) e on [-1, 1]: Σ c_k² is no more than twice the mean of the values'
/// squares.
template <class T>
std::vector<T> interpolant(const std::vector<T>& values, Nodes& nodes, std::size_t terms) {
  const std::size_t count = values.size();
  const std::vector<Real>& cosines = nodes.cosines(static_cast<int>(count));
  std::vector<T> c(std::min(terms, count), T{});
  for (std::size_t k = 0; k < c.size(); ++k) {
    T sum{};
    for (std::size_t j = 0, at = k; j < count; ++j) {
      sum = sum + cosines[at] * values[j];
      at += 2 * k;
      if (at >= 4 * count) at -= 4 * count;
    }
    c[k] = (static_cast<Real>(k == 0 ? 1 : 2) / static_cast<Real>(count)) * sum;
  }
  return c;
}

/// All of them.
template <class T>
std::vector<T> interpolant(const std::vector<T>& values, Nodes& nodes) {
  return interpolant(values, nodes, values.size());
}

/// What values off by e do to the first so many coefficients, over e.
inline Real interpolation_gain(std::size_t terms) {
  return std::sqrt(2 * static_cast<Real>(terms));
}

/// What an interpolant through N values is wrong by on [-1, 1], as a fraction of the largest of
/// them: roundings of its N² products, and of an evaluation.
inline Real interpolation_rounding(std::size_t count) {
  return 32 * static_cast<Real>(count) * static_cast<Real>(count) * kUnit;
}

/// ∫ from -1 to x of the interpolant with so many coefficients, as coefficients.
std::vector<Vec> integral(const std::vector<Vec>& values, Nodes& nodes, std::size_t terms);

}  // namespace rigor::verification
