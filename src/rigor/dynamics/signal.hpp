// SPDX-License-Identifier: Apache-2.0
// Given functions of time: targets of controllers, loads, driven paths. Plain data, so that a scene
// file, a checkpoint and a report can hold them.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rigor {

/// Σ coefficients[k] (t - start)^k for all t. Smooth everywhere; a constant has one coefficient.
struct Polynomial {
  std::vector<double> coefficients;
  double start = 0.0;  ///< s
};

/// offset + amplitude sin(frequency t + phase). Smooth everywhere.
struct Sine {
  double offset = 0.0;
  double amplitude = 1.0;
  double frequency = 1.0;  ///< rad/s
  double phase = 0.0;      ///< rad
};

/// mean + Σ cosine[k-1] cos(2π k t / period) + sine[k-1] sin(2π k t / period). Smooth everywhere.
struct Harmonics {
  double period = 1.0;  ///< s
  double mean = 0.0;
  std::vector<double> cosine{};  ///< k = 1, 2, ...; as many as of `sine`
  std::vector<double> sine{};
};

enum class Interpolation {
  Step,    ///< the value of the last knot; jumps at knots
  Linear,  ///< continuous; the rate jumps at knots
  Cubic,   ///< Hermite, central slopes, flat at the ends and beside equal values: a smooth rate
};

/// Values at strictly increasing times; constant before the first and after the last.
struct Table {
  std::vector<double> times;  ///< s
  std::vector<double> values;
  Interpolation interpolation = Interpolation::Linear;
};

using Signal = std::variant<Polynomial, Sine, Harmonics, Table>;

/// A signal and its first two derivatives at one instant.
struct Jet {
  double value = 0.0;
  double rate = 0.0;
  double acceleration = 0.0;
};

/// The signal that is always `value`.
Signal constant(double value);

/// The signal at time t; at an instant where it is not smooth, its limit from the right.
Jet evaluate(const Signal& signal, double t);

/// The signal with all derivatives as the limit from the left at t.
Jet evaluate_before(const Signal& signal, double t);

/// The first instant strictly after t at which the signal or one of its derivatives jumps;
/// infinity if none.
double next_break(const Signal& signal, double t);

/// Number of continuous derivatives at the breaks: -1 (jumps), 0, 1; kSmooth without breaks.
inline constexpr int kSmooth = std::numeric_limits<int>::max();
int smoothness(const Signal& signal);

/// The rule that the signal breaks, or nothing: finite numbers, increasing times, equal counts.
std::optional<std::string> defect(const Signal& signal);

}  // namespace rigor
