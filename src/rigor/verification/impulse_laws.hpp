// SPDX-License-Identifier: Apache-2.0
// Whether the impulses on file obey the law of impact. With n the unit normal, J the impulse on b,
// C its compression, E = J - C its expansion, v the velocity of b over a at the point:
//
//   where     the pieces are apart along n by at most 2 δ, and the point is within 2 δ of both
//   push      C·n >= 0, E·n >= 0
//   cone      |C_t| <= μ C·n, |E_t| <= μ E·n (no_slip: any; other laws: μ = 0)
//   bounce    E·n = e C·n
//   after     v⁺·n >= 0
//   energy    Σ J·(v⁻ + v⁺)/2 <= 0 over bodies that impulses join at one instant: what they add to
//             the kinetic energy, less the work of driven bodies
//
// Of accumulations, jams and events that are indeterminate: where, push of J, and energy only. To
// end a hop that stays inside the widest band takes an impulse that pulls: breaches no larger than
// what stops a hop of 2 δ, under what presses on the body, are summed up apart, as `hops`.
// Velocities are those of the momenta. What is broken is added up over the run for each body, in
// N s: an approach times the smaller mass, a gain of energy over the largest mean speed.
#pragma once

#include <rigor/verification/body_motion.hpp>
#include <rigor/verification/contact_band.hpp>
#include <rigor/verification/contact_laws.hpp>

namespace rigor::verification {

/// What the run's bodies are known to do.
struct Movers {
  const trace::Trace& trace;
  const std::vector<Course>& courses;
  std::vector<const BodyMass*> masses;               ///< null: not a free body
  std::vector<const std::vector<Momenta>*> reached;  ///< of free bodies, at segments' ends
};

/// An event that breaks a rule beyond measure.
struct ImpulseFault {
  const trace::Event* event = nullptr;
  const trace::EventContact* contact = nullptr;
  const char* problem = nullptr;
};

/// Adds what the impulses of all events leave of the law to the bodies' sums (by number of body);
/// the first fault beyond measure, if any. `pressed`: N s, what presses on each body over the run.
ImpulseFault judge_impulses(const Movers& movers, const std::vector<Real>& pressed,
                            std::vector<Unlawful>& bodies);

}  // namespace rigor::verification
