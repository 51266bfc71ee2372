// SPDX-License-Identifier: Apache-2.0
// Algorithm 1 of the paper, one call at a time.
#pragma once

#include <variant>

#include <rigor/classic/contact_impulses.hpp>
#include <rigor/classic/safe_step.hpp>

namespace rigor {

/// What one call did. The bodies are at its end; `motion` is how they got there.
struct TakenStep {
  double h = 0.0;
  StepRule rule = StepRule::Full;
  Eigen::VectorXd q_before;           ///< coordinates at its start
  Eigen::VectorXd v_during;           ///< velocities with which coordinates moved straight
  std::vector<PairContact> contacts;  ///< touching pairs at its end
  std::vector<LimitContact> limits;   ///< of joints at its end
  ImpulseAnswer impulses;             ///< at them
  double opened = 0.0;                ///< by how much it opened loops before they were closed
  int rounds = 1;                     ///< fixed-step methods: times the contacts were solved
  bool unsettled = false;             ///< fixed-step methods: new overlaps after the last round
};

/// Why there is no step; the bodies are as before.
struct NoStep {
  enum class Kind : std::uint8_t {
    Degenerate,    ///< printed: the plane of a touching pair is not unique
    Stuck,         ///< corrected: the bound is zero
    Unsolved,      ///< the contact law was not solved
    TornLoop,      ///< the loops cannot be closed where the step leads
    TouchingLink,  ///< a link touches something: Δt† of links is not part of this method
  } kind = Kind::Stuck;
  std::optional<std::size_t> pair{};
};

/// Simulate(t, Δt): a step of at most `longest` seconds. [TR alg:ts]
///   1  h <- min(r(q, v), Δt)
///   2  q <- q + h v, quaternions normalised
///   3  v* <- v + h f(q, v), with the resolved v where the paper writes v*: a slip of the pen
///   4  v <- k(v*) at all contact points of all pairs, and at all limits, that are now within ε
/// No stabilisation, no projection, no retry; but loops are closed along the way of line 2.
/// `contacts` are the touching pairs now.
std::variant<TakenStep, NoStep> algorithm_one(SteppedBodies& bodies,
                                              const std::vector<PairContact>& contacts,
                                              const PaperRules& rules, double longest,
                                              SurveyMemory& memory);

}  // namespace rigor
