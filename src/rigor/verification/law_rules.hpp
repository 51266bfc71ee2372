// SPDX-License-Identifier: Apache-2.0
// All forces and impulses of a trace against the law of contact and what joints may do, summed up
// for each body.
#pragma once

#include <rigor/verification/impulse_laws.hpp>
#include <rigor/verification/structure.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

/// What forces and impulses of a body may leave of the law over a whole run. More is told.
inline constexpr double kMostLawImpulse = 1e-4;  ///< of what presses on it
inline constexpr double kMostLawDrift = 1e-7;    ///< m
inline constexpr double kMostHops = 1e-4;        ///< of what presses on it
/// More than this fails Rule::Motion: then a hundredth of all that moves a body, or a millimetre of
/// its way, is none that the law allows. Splits on file leave up to a tenth of the one (small
/// hits in piles) and a fifth of the other (what slides over an edge) though the motion is right.
inline constexpr double kGrossLawImpulse = 1e-2;  ///< of what presses on it, with hops
inline constexpr double kGrossLawDrift = 1e-3;    ///< m
/// What joints may give a body along their motions; more fails Rule::Motion.
inline constexpr double kMostJointImpulse = 1e-2;  ///< of what presses on it

/// By number of body. Faults beyond measure (a force where bodies do not touch, a state that the
/// law does not know, another μ for the same pair, an impulse of that kind) fail Rule::Motion; `ok`
/// says whether there were none. `scales`: N s, of free bodies (body_motion.hpp).
struct LawReport {
  std::vector<Unlawful> bodies;
  std::vector<Real> pressed;  ///< N s: m g T, or the sum of all forces and impulses if that is more
  bool ok = true;
};
LawReport check_laws(const Subject& subject, const Movers& movers, const std::vector<Real>& scales,
                     const std::vector<char>& holds, Work& work, Report& report);

}  // namespace rigor::verification
