// SPDX-License-Identifier: Apache-2.0
// The exact motion of a body on a time interval inside one of its segments.
#pragma once

#include <rigor/verification/form.hpp>

namespace rigor::verification {

/// A closed time interval.
struct Interval {
  Dyadic begin;
  Dyadic end;
};

/// The instant at the fraction u of the interval, rounded; for printing.
double instant(const Interval& interval, double u);

using Form3 = std::array<Form, 3>;

/// With u = (t - begin) / (end - begin): the body's origin is at position / weight and its
/// orientation is rotation / norm, where norm = weight_q² |q|². The weights are powers of the
/// segment's length, which make all coefficients dyadic.
struct Motion {
  Form3 position;
  Dyadic weight{1.0};
  std::array<Form3, 3> rotation;  ///< rows
  Form norm;
};

/// Exact motions have large numbers, because powers of the length occur in them. Rounded ones have
/// weights of 1 and forms of about kWorkingBits bits with a radius that covers all that was left
/// out.
enum class Precision : std::uint8_t { Rounded, Exact };

/// The motion of `segment` on `interval`, which should lie within its nominal length. Requires
/// finite coefficients, rows of equal length and length > 0.
Motion motion_on(const trace::Segment& segment, const Interval& interval, Precision precision);

/// |q|² = form / weight.
struct Norm {
  Form form;
  Dyadic weight{1.0};
};
Norm norm_on(const trace::Segment& segment, const Interval& interval, Precision precision);

/// The motion of the world itself.
Motion resting();

/// rotation · x as polynomials: the image of the body-fixed vector x times norm.
Form3 rotated(const Motion& motion, const Dyadic3& x);

Form dot(const Form3& x, const Form3& y);
Form dot(const Dyadic3& x, const Form3& y);

}  // namespace rigor::verification
