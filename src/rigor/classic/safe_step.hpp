// SPDX-License-Identifier: Apache-2.0
// Δt = r(q, v): the flowchart of the paper, and its corrected form.
#pragma once

#include <optional>

#include <rigor/classic/pair_step.hpp>

namespace rigor {

/// What limited a step.
enum class StepRule : std::uint8_t {
  Full,         ///< nothing: the longest step
  Advancement,  ///< a pair that is apart
  Star,         ///< a vertex that may come to the separating plane
  Dagger,       ///< a touching point that leaves the plane
  Transient,    ///< a touching point that parts or approaches: the smallest step
  Limit,        ///< a joint comes to its limit
  Floor,        ///< a bound below the smallest step: the guarantee is lost
  Stop,         ///< the end of the run
};
inline constexpr int kStepRules = 8;

/// "full", "advancement", ...
const char* name(StepRule rule);

/// How the paper's method steps, resolved: see Stepping.
struct PaperRules {
  Bounds bounds = Bounds::Corrected;
  double step = 0.01;       ///< Δt, s
  double min_step = 0.0;    ///< Δt_min, s; 0: a bound of zero ends the run
  double threshold = 1e-6;  ///< ε, m
  double dagger_tol = 1e-6;
  double level = 6e-9;  ///< the gap corrected bounds keep, m

  /// Corrected bounds without a smallest step: every step is safe.
  bool is_sound() const { return bounds == Bounds::Corrected && min_step == 0.0; }
};

/// What is not given takes its default: Δt_min 1e-8 s for printed bounds and 0 for corrected ones,
/// tol_φ = ε; the level is 0.6 δ, since certificates need more than δ/2.
PaperRules paper_rules(const Stepping& stepping, const Tolerances& tolerances);

/// A step and why it is not longer.
struct SafeStep {
  double h = 0.0;
  StepRule rule = StepRule::Full;
  std::optional<std::size_t> pair{};        ///< that limited it
  std::optional<std::size_t> degenerate{};  ///< printed: its separating plane is not unique
};

/// r(q, v) of at most `longest` seconds. [TR fig:process]
///
/// Printed, per pair: apart: eqn:CA. Touching: if some contact point parts or approaches, Δt_min;
/// else min(Δt*, Δt†). Then the least over pairs, and Δt_min if that is less. Corrected: the least
/// of corrected_step over all pairs, touching or not. A positive step is always possible for the
/// printed form [TR thm:positive-step] only because of Δt_min, where the guarantee is lost; a
/// corrected step is zero if a gap is at the level. Limits of joints bound both alike
/// (limit_contact.hpp); the paper has none.
///
/// `contacts` are the touching pairs now.
SafeStep safe_step(const SteppedBodies& bodies, const std::vector<PairContact>& contacts,
                   const PaperRules& rules, double longest, SurveyMemory& memory);

}  // namespace rigor
