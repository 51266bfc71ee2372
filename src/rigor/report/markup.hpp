// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rigor {

/// The text as it may stand in HTML, SVG and in quoted attributes: & < > " ' are written as
/// entities, control characters other than newline and tab as U+FFFD.
std::string escaped(std::string_view text);

/// A number for people: `digits` significant digits, no trailing zeros, 1.5e-8 written as
/// 1.5 × 10⁻⁸ with a raised exponent (markup). nan and infinities in words.
std::string number_markup(double value, int digits = 6);

/// The same in plain text: 1.5e-8.
std::string number_text(double value, int digits = 6);

/// A value not above `value`, shown exactly by `digits` significant digits, so that a printed lower
/// bound stays one. Zero and what is not finite is returned as it is.
double rounded_down(double value, int digits);

/// `change` of something of this `size`, or zero if it is no more than the rounding of its numbers.
double visible_change(double change, double size);

}  // namespace rigor
