// SPDX-License-Identifier: Apache-2.0
// Given forces, and touches inside a step. The velocity u of a step has all that given forces F do
// in its h seconds, to the bodies they act on and, through contacts, to those that these push. A
// body that a touch slows down from u to u' when θ h seconds are left was given that at its old
// speed and works it off at the new one: the step would win up to θ h F·(u - u').
//
// With u0, the velocities that the same contacts lead to without given forces, D = M (u - u0)/h is
// what the forces come to on a body. At a touch the bodies of the impact give back θ h D. After it
// that waits for the next step, but for what contacts between two of these bodies passed on, and
// contacts that open in the impact (a body that leaves the wall it was pressed against): that is
// taken back on both sides, and the momentum F itself gives waits. With all that F pushes among the
// bodies of the impact, and if nothing else acts (u0 = u⁻), the impact starts from
// u⁻ + (1 - θ)(u - u⁻), which is, with M (u - u⁻) = h F + J'λ,
//
//   (1 - θ) (h F·u + λ·J u) - (1 - θ²)|u - u⁻|²/2
//
// above T(u⁻): no more than the work of F so far. After it what is deferred, θ h F, counts
// θ h F·u', its work along the rest of the path. So nothing is won.
#pragma once

#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

/// Notes what given forces come to in the `duration` seconds from `from` on for which the problem
/// was solved; the bodies still have their poses and velocities from before. Nothing if no given
/// force acts on a free body among its members.
void note_forces(Run& run, const VelocityProblem& problem, const trace::Time& from,
                 double duration);

/// After an impact of these members `left` seconds before the step ends, from velocities without
/// what forces come to in that time: has it wait for the next step. The copies of the bodies are
/// placed where the impact is, and their velocities after it are taken.
void defer_forces(Run& run, const std::vector<int>& members, double left);

}  // namespace rigor::first_order
