// SPDX-License-Identifier: Apache-2.0
// The lengths and speeds that the method compares with. Everything follows from the step h, the
// skin δ and a, about the largest acceleration that is not due to contacts.
#pragma once

#include <optional>

#include <rigor/assembly/world.hpp>

namespace rigor::first_order {

struct Scales {
  double step = 0.01;         ///< h, s
  double pull = 0.0;          ///< a, m/s²
  double skin = 1e-8;         ///< δ, m
  std::optional<double> gap;  ///< asked for by the user, m

  /// Proofs show more than this: half the skin is what the checker demands, and certificates of
  /// edges lose one hundredth.
  double floor() const { return 0.506 * skin; }
  /// What gaps may shrink to by touch after touch, as a rule. What is left above the floor lets a
  /// pair that has come that far be proved while it parts again.
  double least_gap() const { return 0.52 * skin; }
  /// What bodies gain in a step if nothing holds them, m/s.
  double gain() const { return pull * step; }
  /// Approaches slower than this are no impacts: nothing bounces, m/s.
  double impact_speed() const { return 2.0 * gain(); }
};

Scales scales_of(const World& world, const Stepping& stepping);

/// γ: the distance that contacts keep, m. min(max(0.1 a h², 100 δ), max(0.002 thin, 3 δ)): far
/// enough for what straight paths get wrong in a step, second order in h, and small against the
/// thinnest extent of the two bodies. What the user asked for replaces the first term.
double gap_target(const Scales& scales, double thin);

/// d: contacts nearer than this take part in a step, m. γ + 2 a h², at least 4 γ and at most γ and
/// a tenth of the smaller body. What comes faster is found by the proofs and answered where it
/// touches; a longer reach would have bodies that only pass by collide with planes beyond their
/// faces.
double reach(const Scales& scales, double gap, double radius);

/// The thinnest extent of the body's pieces along their axes, m.
double thinnest_extent(const Body& body);

}  // namespace rigor::first_order
