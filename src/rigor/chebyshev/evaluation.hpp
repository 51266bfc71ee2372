// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <rigor/chebyshev/cheb_model.hpp>

namespace rigor {

/// Σ c_k T_k(2s - 1) by Clenshaw's recurrence, in double. Requires s in [0, 1].
double clenshaw(std::span<const double> coefficients, double s);

/// A value and a bound on how far the exact one may be.
struct BoundedValue {
  double value = 0.0;
  double error = 0.0;
};

/// p(s), p the polynomial part of f, with a bound on its own rounding (the radius of f is not
/// included). Requires s in [0, 1]. `polynomial_value_precise` uses about 100 bits, so that its
/// error is hardly more than the rounding of the result to double.
BoundedValue polynomial_value(const ChebModel& f, double s);
BoundedValue polynomial_value_precise(const ChebModel& f, double s);

/// Values that contain f(s): the radius is included.
Interval value_at(const ChebModel& f, double s);

/// Which side of a level a model is on at one point. Within means |p(s) - level| <= radius, proved:
/// the model itself can not tell.
enum class Side { Above, Below, Within };

/// The proved side of f(s) with respect to `level`: by doubles, then by 100 bits, then by exact
/// rational arithmetic, so the answer is always as sharp as the radius allows.
Side side_at(const ChebModel& f, double s, double level);

}  // namespace rigor
