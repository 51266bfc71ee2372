// SPDX-License-Identifier: Apache-2.0
// The die of the paper, thrown with every method.
#pragma once

#include <rigor/reproduction/settings.hpp>

namespace rigor {

/// Runs the die: seed 0 with every method, or all eight seeds and the spread of readings if `full`.
/// The paper states neither ε, Δt_min nor tol_φ; here they are 1e-6 m, 1e-8 s and ε unless said.
///   runs      facts_of each run with seed, method, rest (s), second_impact {time, centre}
///   readings  the printed method with other ε, Δt_min, tol_φ
///   steps     step against time by what limited it, printed and corrected, for a figure
///   gaps      height of the lowest vertex against time, lowest and highest by column
///   hover     two milliseconds of a pivot: height of the lowest vertex, printed and corrected
Findings reproduce_die(const ReproductionSettings& settings);

/// The runs of one seed up to `until` seconds: for tests that need no more than two impacts.
Findings die_runs(const ReproductionSettings& settings, int seed, double until);

}  // namespace rigor
