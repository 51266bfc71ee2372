// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include <rigor/chebyshev/cheb_model.hpp>

namespace rigor {

/// f > level on the whole interval, proved.
struct StaysAbove {};

/// f > level on [from, lo] and f < level at hi, both proved; lo < hi. The first crossing is in
/// between.
struct Crosses {
  double lo = 0.0;
  double hi = 0.0;
};

/// f < level at the start, proved.
struct StartsBelow {};

/// If lo > from, f > level on [from, lo] is proved; near lo the model comes so close to the level
/// that neither side can be proved, or the work limit was hit. Marching may be resumed at lo.
struct Undecided {
  double lo = 0.0;
};

using RootOutcome = std::variant<StaysAbove, Crosses, StartsBelow, Undecided>;

/// Where on [from, to], inside [0, 1], f first falls to `level`.
///
/// Marches with steps that keep the lower bound f + f' τ - M τ²/2 positive, M bounding |p''| by the
/// coefficient sums; near a simple root it converges quadratically. Signs that doubles leave open
/// are taken with 100 bits, then exactly.
RootOutcome first_below(const ChebModel& f, double level, double from = 0.0, double to = 1.0);

/// The same for f rising to `level` from below: StaysAbove then means "stays below", StartsBelow
/// "starts above".
RootOutcome first_above(const ChebModel& f, double level, double from = 0.0, double to = 1.0);

}  // namespace rigor
