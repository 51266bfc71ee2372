// SPDX-License-Identifier: Apache-2.0
// The chain of the paper: steps by the bounds of links alone, no contact.
#pragma once

#include <rigor/assembly/method.hpp>
#include <rigor/reproduction/chain_scene.hpp>
#include <rigor/reproduction/settings.hpp>

namespace rigor {

/// Ground over which the oracle's chain of 100 x 1 m passes by a tenth of a millimetre, m.
inline constexpr double kOracleSkim = 99.1433123;

/// Runs the authors' chain (20 x 5 m, 5 s), that of the text (100 x 1 m, to nadir + 0.02 s), both
/// over ground at 100.0001 m, and the latter over the oracle's skim. With `full` each first-order
/// form also gets its own skim, found by bisection.
///   runs      chain, method, ground, facts_of, full_steps, clearance, clearance_time, bins
///   strobes   hinges of the authors' chain by the oracle, every half second
///   heights   of the lowest corner around the nadir, by method, of the authors' chain
Findings reproduce_chain(const ReproductionSettings& settings);

/// One run; `label` names it. The chain of the text ends 0.02 s after its nadir.
struct ChainRun {
  std::string label;
  ChainShape shape;
  Method method = Method::Oracle;
  Bounds bounds = Bounds::Corrected;
  bool keep = false;  ///< its trace, to be written and checked
};
Findings run_chain(const ReproductionSettings& settings, const ChainRun& run);

/// The highest ground that the run's own motion clears by more than nothing and at most `skim`
/// metres: bisection between `low`, which it clears, and `high`, where it touches.
double own_skim(const ReproductionSettings& settings, ChainRun run, double low, double high,
                double skim);

}  // namespace rigor
