// SPDX-License-Identifier: Apache-2.0
// The rimless wheel: a hexagon rolling down a slope, whose gait has a closed form.
#pragma once

#include <rigor/reproduction/settings.hpp>

namespace rigor {

/// A wheel of six spokes, R = 1 m, m = 1 kg, I = 1 kg m² about its axle, on a slope of γ radians,
/// g = 1 m/s². On a spoke it is an inverted pendulum, θ̈ = ½ sin θ with θ from the vertical, and
/// each impact keeps η = (I + m R² cos 60°) / (I + m R²) = 3/4 of its angular velocity.
struct WheelGait {
  double slope = 0.1;  ///< γ
  double fixed_spin =
      0.0;  ///< ω after each impact if the gait repeats itself: ω² = sin γ η²/(1 - η²)
  double least_spin = 0.0;  ///< with less the wheel does not get over its spoke
  double period = 0.0;      ///< between impacts at `fixed_spin`, s; infinite if it stops
};
WheelGait wheel_gait(double slope);

/// Seconds from an impact, with ω after it, to the next; infinite if the wheel falls back.
double time_to_next_impact(double slope, double spin);
/// ω after the next impact.
double next_spin(double slope, double spin);
/// Whether the wheel leaves the ground before the next impact: the closed form, which holds it
/// there, ends then.
bool lifts_off(double slope, double spin);

/// Runs the wheel over five slopes by the oracle, and by the stepping methods with steps from
/// 0.02 to 0.00125 s on one of them: how their error falls.
///   slopes  slope, fixed_spin, least_spin, period, ending ("rolls" through all impacts asked for,
///           "stops", "lifts off"), impacts, expected (while the closed form holds), difference
///           (the largest, s), facts_of
///   order   method, step, impacts, error of the third impact's time, facts_of
Findings reproduce_wheel(const ReproductionSettings& settings);

}  // namespace rigor
