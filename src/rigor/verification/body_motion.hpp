// SPDX-License-Identifier: Apache-2.0
// Whether the path of a body follows its momenta (momentum_chain.hpp), for all t:
//
//   v(t) = ċ - p/m = 0,                  w(t) = 2 vec(q̄ q̇) - I⁻¹ M(q)ᵀ L = 0
//
// with c the centre of mass, of a link M(q) r (2 - |q|²) from its origin (place.hpp).
//
// What is left of these equations is added up over the run, so that nothing hides in many small
// pieces:
//
//   displacement  Σ (length · sup |v|) plus jumps of position where segments meet       metres
//   turn          Σ (length · sup |w|) plus jumps of orientation                        radians
//   impulse       Σ |p_{k+1} - p(end of k) - Σ J|, and the same of L over the radius of gyration,
//                 J the impulses of events at that instant                              N s
#pragma once

#include <optional>

#include <rigor/verification/body_mass.hpp>
#include <rigor/verification/momentum_chain.hpp>

namespace rigor::verification {

/// What a body may be left unexplained over a whole run that claims `full`.
inline constexpr double kMostDisplacement = 1e-7;  ///< m
inline constexpr double kMostTurn = 1e-6;          ///< rad, of bodies of ρ > 0.1 m
inline constexpr double kMostImpulse = 1e-7;       ///< of m g T

/// Radians: kMostTurn, or as much as moves the body's matter, at its radius of gyration, by
/// kMostDisplacement. A corner of a coin that is put right by a band turns the coin a hundred times
/// as far as that of a crate.
Real most_turn(const BodyMass& mass);

/// A link that is lighter than this part of the heaviest one that joints join it to, or whose
/// inertia is, counts as if it had that much: what presses on it is that of the heavy ones, known
/// to a fraction of it, and its path is held by joints.
inline constexpr double kLightLink = 1e-4;

/// Mass and inertia of a body over those that it counts with: 1 but for light links.
struct Lightness {
  Real mass = 1;
  Real inertia = 1;
};

/// Momentum and angular momentum about the centre of mass, world axes.
struct Momenta {
  Vec p{}, L{};
  Real error = 0;  ///< of p, and of L over the radius of gyration
};

/// What is left of one body over the run.
struct Left {
  Real displacement = 0;
  Real turn = 0;
  Real impulse = 0;  ///< N s
  Real scale = 0;    ///< N s, that impulse is measured by: m g T, or its largest momenta, of a
                     ///< light link those of the mass it counts with
  double worst_time = 0.0;
  Real worst = 0;  ///< largest single contribution, as a fraction of what is allowed
  const char* problem = nullptr;
  std::vector<Momenta> reached;  ///< at the end of each segment
};

/// Follows a free body or a link through the run.
Left explained(const Mover& mover, const BodyMass& mass, const Lightness& light = {});

/// Kinetic and potential energy of a body that has come to the end of a segment so.
struct Energy {
  Real sum = 0;   ///< J
  Real size = 0;  ///< of its terms
};
Energy energy_at_end(const Mover& mover, const BodyMass& mass, const trace::Segment& segment,
                     const Momenta& reached);

}  // namespace rigor::verification
