// SPDX-License-Identifier: Apache-2.0
// Whether the impulses on file obey the law of impact. With n the unit normal, J the impulse on b,
// C its compression, E = J - C its expansion, and v the velocity of b over a at the point, before
// (v⁻), between the phases (v°) and after (v⁺):
//
//   where        at a place and along a normal at which the pieces touch (impulse_place.hpp)
//   push         C·n >= 0, E·n >= 0
//   cone         |C_t| <= μ C·n, |E_t| <= μ E·n (no_slip: any; other laws: μ = 0)
//   compression  v°·n >= 0, and = 0 where C·n > 0
//   bounce       E·n >= e C·n; more only where the others press it together: then v⁺·n = 0
//   after        v⁺·n >= 0
//   energy       Σ J·(v⁻ + v⁺)/2 <= 0 over bodies that impulses join at one instant: what they add
//                to the kinetic energy, less the work of driven bodies and belts
//
// With one contact these leave v⁺·n = -e v⁻·n. Of accumulations, jams and events that are
// indeterminate: where, push of J, and energy only, and of others at their instant not what is
// between the phases; nor where a pair is struck by several events, one blow after the other. To
// end a hop that stays inside the widest band takes an impulse that pulls: breaches no larger than
// what stops a hop of 2 δ, under what presses on the body, are summed up apart, as `hops`. What is
// broken is added up over the run for each body, in N s: speeds times the smaller mass, a gain of
// energy over the largest mean speed.
#pragma once

#include <rigor/verification/around.hpp>
#include <rigor/verification/contact_laws.hpp>

namespace rigor::verification {

/// An event that breaks a rule beyond measure.
struct ImpulseFault {
  const trace::Event* event = nullptr;
  const trace::EventContact* contact = nullptr;
  const char* problem = nullptr;
};

/// By how much the normal parts of two phases (N s) break compression and bounce, for the speeds
/// (m/s) between and after; what is not known is not asked. `mass` makes speeds impulses.
struct NormalPhases {
  Real compression = 0;
  Real expansion = 0;
  Real restitution = 0;
};
Real unlawful_phases(const NormalPhases& phases, std::optional<Real> between,
                     std::optional<Real> after, Real mass);

/// Adds what the impulses of all events leave of the law to the bodies' sums (by number of body);
/// the first fault beyond measure, if any. `pressed`: N s, what presses on each body over the run.
ImpulseFault judge_impulses(const Movers& movers, const std::vector<Real>& pressed,
                            std::vector<Unlawful>& bodies);

}  // namespace rigor::verification
