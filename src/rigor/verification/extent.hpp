// SPDX-License-Identifier: Apache-2.0
// Bounds of a polynomial that is known by its values: one-sided ones, for inequalities, which
// hold at every instant and not only at samples.
//
// A polynomial f of degree n is its interpolant Σ c_k T_k at more than n Chebyshev nodes. If values
// are off by e, the interpolant is off by at most sqrt(2 n + 2) e. On [-1, 1] the first three terms
// have known extremes, the others lie within ± Σ |c_k|. Where that is too wide the interval is
// halved, where it matters most first.
#pragma once

#include <functional>

#include <rigor/verification/series.hpp>

namespace rigor::verification {

/// A polynomial on [-1, 1], up to `error`.
class Bounded {
 public:
  Bounded(const std::vector<Real>& values, Real value_error, Nodes& nodes)
      : Bounded(values, value_error, nodes, values.size()) {}
  /// Of a polynomial with so many coefficients.
  Bounded(const std::vector<Real>& values, Real value_error, Nodes& nodes, std::size_t terms);

  Real low() const { return extreme(-1); }
  Real high() const { return extreme(1); }
  Real size() const { return std::max(-low(), high()); }
  Bounded operator-() const;
  /// The two halves of the interval, each stretched to [-1, 1].
  std::array<Bounded, 2> halves(Nodes& nodes) const;

 private:
  Real extreme(Real side) const;
  void shorten();

  std::vector<Real> c_;
  Real error_ = 0;
};

/// Largest size of vectors that are a polynomial of this degree, from values at 3n/2 nodes.
inline int nodes_for(int degree) { return 3 * degree / 2 + 1; }
/// A few more, so that polynomials of about the same degree share their nodes.
inline int shared_count(int count) {
  if (count == 1) return 1;
  return count > 32 ? (count + 7) / 8 * 8 : (count + 3) / 4 * 4;
}

/// What two numbers make of a breach: `over`, an upper bound of max(0, f), and `weight`, a lower
/// one of max(0, w). Grows with `over`, is 0 where that is 0, and does not grow with `weight`.
using Breach = std::function<Real(Real over, Real weight)>;

/// An upper bound of the mean of breach(max(0, f), max(0, w)) over the interval. Breaches of `fine`
/// need not be known better.
Real mean_above_zero(const Bounded& f, const Bounded& w, const Breach& breach, Real fine,
                     Nodes& nodes);

}  // namespace rigor::verification
