// SPDX-License-Identifier: Apache-2.0
// Problems of rigid contact whose solution is known independently of any simulator, and what a run
// says about them.
#pragma once

#include <string>
#include <vector>

#include <rigor/converge/converge.hpp>

namespace rigor {

/// What a known number is.
enum class KnownQuantity : std::uint8_t { Time, Energy, Position, Orientation, Velocity };

/// Of which instant: the end of the run, a given one, or that of an event; velocities jump there,
/// so just after or just before it.
enum class KnownInstant : std::uint8_t { End, Given, Event, BeforeEvent };

/// Numbers of one kind, for statistics: event times, limits of ever smaller bounces, poses,
/// velocities, energies.
enum class KnownClass : std::uint8_t { Times, Limits, Poses, Velocities, Energies };
const char* name(KnownClass kind);

struct KnownNumber {
  KnownQuantity quantity = KnownQuantity::Time;
  KnownInstant instant = KnownInstant::Event;
  trace::EventKind kind = trace::EventKind::Impact;  ///< of an event
  int number = 1;                                    ///< the n-th event of that kind, from 1
  double time = 0.0;                                 ///< of a given instant, s
  std::string body{};                                ///< of a pose or velocity
  int axis = 0;  ///< x, y, z; w, x, y, z of a quaternion; of velocities linear, then angular
  double value = 0.0;
};

/// A scene and what is known about it.
struct KnownSolution {
  std::string scene;       ///< file name
  std::string title;       ///< what it is
  std::string derivation;  ///< how the numbers were found, in words
  std::vector<KnownNumber> numbers;
};

/// The instants whose states are known, in order.
std::vector<double> instants_of(const KnownSolution& known);

/// Reads a reference file (JSON). Throws std::runtime_error that says what is wrong.
KnownSolution read_known_solution(const std::string& text);

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

KnownClass class_of(const KnownNumber& number);

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

/// "impact 3", "die x", "arm vz at 2 s", "before impact 1 die wy", ...
std::string label(const KnownNumber& number);

}  // namespace rigor
