// SPDX-License-Identifier: Apache-2.0
// The motion of a body on a time interval inside one of its segments, in doubles with the radii of
// everything left out.
#pragma once

#include <rigor/trace/types.hpp>
#include <rigor/verification/double_form.hpp>

namespace rigor::verification {

/// A closed time interval between instants of a trace.
struct Span {
  trace::Time begin;
  trace::Time end;
};

/// About the instant at the fraction u of the span, seconds; for printing.
double instant(const Span& span, double u);

/// The body's origin is at `position` and its orientation is rotation / norm, norm = |q|².
struct DoubleMotion {
  DoubleForm3 position;
  std::array<DoubleForm3, 3> rotation;  ///< rows
  DoubleForm norm;
};

/// The motion of `segment` on `span`, which should lie within its nominal length. Requires rows of
/// equal length, not empty, and length > 0.
DoubleMotion double_motion(const trace::Segment& segment, const Span& span);

/// |q|² of the segment on the span.
DoubleForm double_norm(const trace::Segment& segment, const Span& span);

/// The motion on the first and on the second half.
struct DoubleMotionHalves {
  DoubleMotion left;
  DoubleMotion right;
};
DoubleMotionHalves halves(const DoubleMotion& motion);

/// Column j of the rotation.
DoubleForm3 column(const DoubleMotion& motion, std::size_t j);

/// rotation · x: the image of the body-fixed vector x times norm.
DoubleForm3 rotated(const DoubleMotion& motion, const trace::Triple& x);

}  // namespace rigor::verification
