// SPDX-License-Identifier: Apache-2.0
// How far a number of a run is from the truth, estimated from runs with other settings. An
// estimate, never a proof.
//
// Oracle. Contact acts at the skin δ, which moves a smooth result by c δ + O(δ²). With runs at
// skins 1, s_C and s_D (in units of the user's δ) and x(0) ≈ x_B - (x_D - x_B) / (s_D - 1), the
// linear part is gone. η, the distance of x_C from the line through B and D, is 14.8 times the
// quadratic term for s_C = √10, s_D = 10, and the error of x(0) is 10 times that term: η bounds it
// with room to spare. B, C and D are integrated with tol/100; what a still smaller tolerance
// changes, μ = |x_E - x_B| with tol/10⁴, is the error of B. Where tol/100 is the least there is, μ
// = |x_A - x_B|, which is larger. So: bar = 3 (η + 1.3 μ) + location error + rounding.
//
// Rounding is that of a start known to a few units in the last place, enlarged as much as the
// twin's offset was, but at most 30 times what the runs show: runs of other tolerances and skins
// round otherwise, so rounding that has grown is seen in η or μ. (A twin whose start is tilted may
// hit with one corner what the others hit with four at once, and go another way; no rounding does
// that to them.) To it comes the rounding of the number itself, 1e-13 of its scale.
//
// Where η exceeds a fiftieth of |x_B - x_D| the effect is not linear (the ratio is 0.19, 0.12 and
// 0.06 for δ^(1/4), √δ and δ^(3/4)): then nothing is taken out, and the bar is three times the
// largest change that another skin makes, which covers each of these.
//
// First-order methods. Runs at h, h/2, h/4: x(0) ≈ 2 x(h/4) - x(h/2), and the bar is three times
// the distance of that from 2 x(h/2) - x(h), if the observed order is near one. Otherwise nothing
// is taken out and the bar is three times the larger change, if changes do not grow.
#pragma once

#include <optional>
#include <string>

namespace rigor {

/// The skins of the runs B, C, D in units of the user's. Down: where larger skins change the
/// events.
struct SkinLadder {
  double c = 3.1622776601683795;
  double d = 10.0;
};

/// One number in the runs of a skin ladder.
struct SkinReadings {
  double b = 0.0;         ///< tol/100, δ
  double c = 0.0;         ///< tol/100, s_C δ
  double d = 0.0;         ///< tol/100, s_D δ
  double moved = 0.0;     ///< what another tolerance changes
  double grown = 0.0;     ///< what kTwinOffset at the start has become
  double location = 0.0;  ///< how far an event of b may be from where it was located
  double scale = 0.0;     ///< how large such numbers are in this run: its rounding is of that size
};

/// How far the twin's bodies are moved at the start, as a fraction of their sizes.
inline constexpr double kTwinOffset = 1e-9;

/// A number with its bar.
struct Estimate {
  double value = 0.0;
  std::optional<double> bar{};
  std::string reason{};  ///< why there is no bar, or a wide one
};

Estimate estimate(const SkinReadings& x, const SkinLadder& ladder);

/// One number in three runs of a method that steps in time, each with half the step of the last.
struct StepReadings {
  double h = 0.0;
  double half = 0.0;
  double quarter = 0.0;
  double location = 0.0;  ///< how far an event of `quarter` may be from where it is told
};

/// The order at which the number converges: log2 of the ratio of differences; nothing if they
/// vanish.
std::optional<double> observed_order(const StepReadings& x);

Estimate estimate(const StepReadings& x);

}  // namespace rigor
