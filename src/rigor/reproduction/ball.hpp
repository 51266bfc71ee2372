// SPDX-License-Identifier: Apache-2.0
// The ball that flies towards a box: the three figures of the paper, in numbers.
#pragma once

#include <rigor/reproduction/settings.hpp>

namespace rigor {

/// Runs scenes/ball-toward-box.yaml, whose Δt is 0.1 s, with both fixed-step methods at steps of
/// 3Δt/2 to Δt/8 (to Δt/32 if `full`), with the paper's method at most Δt, and with the oracle.
///   sheets  by method: rows of facts_of, step, places [[x, z], ...] of the ball's centre at the
///           ends of steps, constraints [{step, point, normal}, ...], error (degrees between the
///           first constraint's normal and the true one; null if nothing ever constrained the
///           ball), above, velocity, x_end, missed (overlap between two clean ends of a step, m)
///   oracle  facts_of, impact, right_of_edge
Findings reproduce_ball(const ReproductionSettings& settings);

}  // namespace rigor
