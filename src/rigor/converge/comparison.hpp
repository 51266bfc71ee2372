// SPDX-License-Identifier: Apache-2.0
// What runs say about problems whose solution is known: whether the bars hold, and how wide they
// are.
#pragma once

#include <vector>

#include <rigor/converge/converge.hpp>
#include <rigor/converge/known_solution.hpp>

namespace rigor {

/// Reference values are given to this many units of max(1, |value|).
inline constexpr double kReferenceDigits = 2e-12;

enum class Comparison : std::uint8_t {
  Held,    ///< the known value lies within the bar
  Missed,  ///< it does not
  NoBar,   ///< the run gives no bar
  Absent,  ///< the run has no such event or body
};
/// "held", "missed", "no bar", "absent".
const char* name(Comparison comparison);

struct Compared {
  KnownNumber known;
  Estimate found;
  Comparison comparison = Comparison::Absent;
};

/// Every known number against the results. An orientation may have the other sign as a whole.
std::vector<Compared> compare(const KnownSolution& known, const Convergence& result);

/// How wide the bar is, in units of what it could be at best: the error itself or the digits of the
/// reference. Nothing without a bar.
std::optional<double> relative_width(const Compared& one);

/// How the bars of one class fare.
struct ClassStatistics {
  int numbers = 0;
  int with_bar = 0;
  int held = 0;
  int narrow = 0;  ///< bars at most kNarrow times as wide as they could be
};
inline constexpr double kNarrow = 100.0;
void include(const Compared& one, ClassStatistics& statistics);

}  // namespace rigor
