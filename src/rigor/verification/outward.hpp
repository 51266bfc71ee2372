// SPDX-License-Identifier: Apache-2.0
// Doubles rounded outwards: an operation of IEEE doubles is wrong by at most half an ulp, so one
// step to the next double encloses the exact result.
#pragma once

#include <cmath>
#include <limits>

namespace rigor::verification {

inline double up(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }
inline double down(double x) { return std::nextafter(x, -std::numeric_limits<double>::infinity()); }

}  // namespace rigor::verification
