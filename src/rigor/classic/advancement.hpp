// SPDX-License-Identifier: Apache-2.0
// Conservative advancement of two bodies that are apart, as the paper prints it and corrected.
#pragma once

#include <span>

#include <rigor/spatial/twist.hpp>

namespace rigor {

/// A body as advancement sees it.
struct AdvancingBody {
  Twist V;              ///< of the centre of mass, world axes
  double radius = 0.0;  ///< printed: of a bounding sphere; corrected: reach_across, metres
};

/// Two bodies that are apart: distance (metres) and unit direction from A to B between their
/// closest points.
struct ApartBodies {
  double distance = 0.0;
  Vector3 dhat_AB_W = Vector3::UnitZ();
  AdvancingBody A;
  AdvancingBody B;
};

/// As printed: Δt = d / (|d̂·(v_A - v_B)| + |ω_A × d̂| r_A + |ω_B × d̂| r_B), seconds; infinite if
/// nothing moves along or turns across d̂. [TR eqn:CA]
///
/// Not sound if r belongs to a sphere that is not centred at the centre of mass, and never longer
/// for bodies that part.
double printed_advancement(const ApartBodies& bodies);

/// The largest distance of the points from the axis through the centre of mass along w, for points
/// given as offsets from the centre of mass; zero if w is. Metres.
double reach_across(const Vector3& w, std::span<const Vector3> offsets);

/// Corrected: Δt = (d - level) / (d̂·(v_A - v_B) + |ω_A × d̂| r_A + |ω_B × d̂| r_B), infinite if the
/// denominator is not positive, zero if d <= level. [TR eqn:CA]
///
/// Never longer than the time until the bodies are `level` apart, if both move straight
/// (step_motion.hpp) and `radius` is reach_across of their vertices: along d̂ a point at the offset
/// ρ has the speed d̂·v + θ̇ (d̂ × ω̂)·ρ. Only the part of ρ across ω enters, its length is constant,
/// and θ̇ <= |ω|. So the support of A along d̂ rises by at most (d̂·v_A + |ω_A × d̂| r_A) t, and that
/// of B falls by at most (-d̂·v_B + |ω_B × d̂| r_B) t.
double advancement(const ApartBodies& bodies, double level);

/// Steps of advancement whose bound on the approach speed is v while the true one is α v:
/// d/v, (d - αd)/v, ...: a geometric series. [TR eqn:CA-rate]
struct AdvancementSeries {
  double distance = 1.0;     ///< d, metres
  double bound_speed = 1.0;  ///< v, m/s
  double tightness = 0.5;    ///< α in (0, 1]
};

/// Step number k (from 0), seconds: (d/v)(1 - α)^k.
double step_of(const AdvancementSeries& series, int k);
/// What is left before it, metres: d (1 - α)^k.
double distance_before(const AdvancementSeries& series, int k);
/// How many steps bring the distance to `threshold` metres or less.
int steps_until(const AdvancementSeries& series, double threshold);

}  // namespace rigor
