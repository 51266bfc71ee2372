// SPDX-License-Identifier: Apache-2.0
// Problems of rigid contact whose solution is known independently of any simulator.
#pragma once

#include <string>
#include <vector>

#include <rigor/trace/types.hpp>

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

/// Whether it is of the instant of an event.
bool is_about_event(const KnownNumber& number);

KnownClass class_of(const KnownNumber& number);

/// "impact 3", "die x", "arm vz at 2 s", "before impact 1 die wy", ...
std::string label(const KnownNumber& number);

}  // namespace rigor
