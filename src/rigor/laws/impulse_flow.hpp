// SPDX-License-Identifier: Apache-2.0
// The impulse process of several contacts at once. Which of them pushes when is not decided by
// rigid mechanics: equal dampers at all contacts, in the limit of stiff ones, are the choice made
// here.
//
//   dr_i/dτ = λ_i (1, -μ_i s_i),  λ_i = max(0, -u_n,i),  u = W r + b
//
// from a normal speed just below zero at the contacts that slide, or at those that a given press
// drives together, until no contact approaches. For
// one contact this is the process of Darboux and Keller (impulse_process.hpp). What grows fastest
// takes over, so the worst contact comes first; contacts that are alike push alike unless that is
// unstable (a thin plate on its edge is pushed at one corner, and rounding says at which). Energy
// falls: dE/dτ = Σ λ_i (u_n,i - μ_i s_i·u_t,i) <= 0.
//
// Near a stop s = u_t/hypot(|u_t|, σ) with σ = 1e-9 of the slip, a tenth of the approach that sets
// the process going: what rests is held from the start, and a push may grow for no other reason
// than that it is. The ends of the process are put right afterwards: contacts that closed keep no
// normal speed, those that stopped no slip.
#pragma once

#include <optional>

#include <rigor/laws/friction_problem.hpp>

namespace rigor {

struct ImpulseFlow {
  Eigen::VectorXd r;      ///< impulses: normal, two tangents per contact
  double residual = 0.0;  ///< worst approach left, pull, or friction outside its cone, as a speed
                          ///< over the slip of the process
};

/// The impulses that take a state without accelerations of Coulomb's law to one whose contacts do
/// not approach. Zero if no push grows: the state is none of Painlevé's. Nothing if the process
/// does not end or is told to give up. Slips and lower bounds that the problem gives are not read.
/// `press`: how fast each contact would be driven together without forces, in any unit; where
/// contacts that do not slide bear what presses on sliding ones, nothing grows without it.
std::optional<ImpulseFlow> impulse_flow(const FrictionProblem& problem,
                                        const Eigen::VectorXd& press = {});

}  // namespace rigor
