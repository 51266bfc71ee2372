// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/motion/collocation.hpp>
#include <rigor/segments/lift.hpp>
#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// Whether the pairs of bodies in a mode can go on carrying it.
enum class Carrying : std::uint8_t {
  Carries,
  Lifts,    ///< a pair would have to pull, or its centre of pressure left the clipped manifold
  Changes,  ///< another axis separates a pair by more than δ(1 + 2β)
};

/// Whether another axis separates the pair by more than δ(1 + 2β).
bool takes_over(const World& world, const Cluster& cluster, const PairId& pair);

/// A mode under watch along a trajectory.
struct CarriedMode {
  const World& world;
  const std::vector<std::uint32_t>& bodies;
  const Mode& mode;
  const ModeMotion& motion;
  /// Of contacts with half-spaces, where the forces of several planes may make up for each other;
  /// empty if they are judged elsewhere.
  std::vector<LiftFunction> lifts;
};

/// Whether the law over all corners gives the motion of the mode: then some split of its forces
/// pulls nowhere, whatever the mode's own multipliers say. `after`: seconds from the mode's start.
bool law_agrees(const CarriedMode& mode, const std::vector<BodyState>& states, double after);

/// Decides at one instant. The contacts of a mode sit on the extended plane, so a pair's forces are
/// judged by their sum and its centre of pressure, which must lie in the clipped manifold; where
/// redundant contacts leave the split open, by whether the law agrees. `solution` is that of the
/// mode's motion; it is evaluated here.
Carrying carrying(const CarriedMode& mode, const std::vector<BodyState>& states,
                  ModeSolution& solution, double after = 0.0);

/// The first instant of a trajectory of `length` seconds, s in [0, to], at which the mode does not
/// carry on.
struct CarryingEnd {
  Carrying reason = Carrying::Carries;
  double s = 1.0;      ///< where that is found
  double width = 0.0;  ///< before s - width the mode carried
  double since = 1.0;  ///< of Lifts: where the force was zero
};
CarryingEnd carrying_end(const CarriedMode& mode, const Trajectory& trajectory, double length,
                         double to);

}  // namespace rigor
