// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/lift.hpp>
#include <rigor/integration/remode.hpp>

namespace rigor {

/// A lift is taken as such when the force has become this negative, as a fraction of the bodies'
/// forces: the accelerations then tell the released contact from noise (1e-9).
inline constexpr double kLiftFraction = 1e-7;

/// The forces that hold a body down or throw it: m (g + r ω²), newtons.
double load_of(const Body& body, const BodyState& state, const Vector3& gravity);

/// Whether the pairs of bodies in a mode can go on carrying it.
enum class Carrying : std::uint8_t {
  Carries,
  Lifts,    ///< a pair would have to pull, or its centre of pressure left the clipped manifold
  Changes,  ///< another axis separates a pair by more than δ(1 + 2β)
};

/// Decides at one instant. The contacts of a mode sit on the extended plane, so a pair's forces are
/// judged by their sum and its centre of pressure, which must lie in the clipped manifold; where
/// redundant pairs leave the split open, by whether the law over all corners gives the same motion.
/// `solution` is that of `motion`, made from the mode; it is evaluated here.
struct CarriedMode {
  const World& world;
  const Mode& mode;
  const ModeMotion& motion;
  /// Of contacts with half-spaces that are to be judged here too: in a loop of contacts their
  /// forces are not unique either.
  std::vector<LiftFunction> lifts;
};
Carrying carrying(const CarriedMode& carried, const Cluster& cluster, ModeSolution& solution);

/// Whether the law over all corners of the mode's pairs gives the mode's own motion: then nothing
/// lifts, whatever the split of forces at hand says. False for modes of half-spaces alone, whose
/// forces leave nothing open.
bool carries_by_law(const CarriedMode& carried, const Cluster& cluster);

/// The first instant of a trajectory, s in [0, to], at which the mode does not carry on.
struct CarryingEnd {
  Carrying reason = Carrying::Carries;
  double s = 1.0;      ///< where that is found
  double width = 0.0;  ///< before s - width the mode carried
};
CarryingEnd carrying_end(const CarriedMode& carried, const std::vector<std::uint32_t>& bodies,
                         const Trajectory& trajectory, double to);

}  // namespace rigor
