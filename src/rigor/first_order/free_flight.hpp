// SPDX-License-Identifier: Apache-2.0
// Steps in which no contact acts. With the acceleration a a body goes from u⁻ to u = u⁻ + h a. A
// straight path with u falls a h²/2 too far in every step; the mean of both, u - h a/2, leads where
// a constant acceleration leads, and changes kinetic energy by what it does along the path:
//
//   m (u² - u⁻²)/2 = m h a·(u - h a/2).
//
// A body in free flight has `falling` = a, and its u is that at the end of the step; `left` seconds
// before that it has the velocity u - left a, with which it meets what it touches there. Mechanisms
// that only gravity moves do the same with the velocities of their joints.
#pragma once

#include <rigor/first_order/velocity_problem.hpp>

namespace rigor::first_order {

/// Whether the member is in free flight.
bool is_flying(const MovingBodies& bodies, int member);

/// The members that no contact acts on, of those that are about to fly, get the mean velocity of
/// the h seconds of the step for their paths, as long as all rows are met then too. The others do
/// not fly. `problem`, if any, is solved and its velocities are taken.
void begin_flights(MovingBodies& bodies, const std::vector<int>& members,
                   const VelocityProblem* problem, double h);

/// Gives the member, if it flies, the velocity it has `left` seconds before the step ends. Its path
/// stays as it is.
void look_ahead_of_end(MovingBodies& bodies, int member, double left);

/// After an impact `left` seconds before the step ends, whose velocities are taken: members that
/// flew into it fly on if the rows of the impact are met then too. What the others would have
/// fallen waits for the next step.
void resume_flights(MovingBodies& bodies, const VelocityProblem& impact, double left);

/// The member flies no more; its velocity stays that of the end of the step.
void end_flight(MovingBodies& bodies, int member);

}  // namespace rigor::first_order
