// SPDX-License-Identifier: Apache-2.0
// One cycle of the trotting quadruped.
#pragma once

#include <rigor/reproduction/section.hpp>

namespace rigor {

/// Runs scenes/quadruped.yaml, 0.3 s: the oracle under no_slip (under Coulomb friction too if
/// `full`), the paper's method in both forms, first_order, and both fixed-step methods with steps
/// of 1 ms.
///   runs     facts_of, method, law, stretches, between_mean and between_min (s between changes by
///            the paper's count; null without any), trunk {x, y, z, v_x} at the end, reason (of a
///            run that did not reach its end)
///   feet     names of the feet's links
///   heights  of the oracle, by foot: [[t, lowest vertex in m], ...]
///   touches  of the oracle, by foot: [t, ...] of the changes of its contact manifold
///   between  by method: [[t, s since the last change], ...] by the paper's count
Findings reproduce_quadruped(const ReproductionSettings& settings);

/// What the findings say.
Section quadruped_section(const Findings& quadruped);

}  // namespace rigor
