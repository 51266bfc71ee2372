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
/// form also gets its own skim, found by raising the ground by what was left.
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
  bool keep = false;      ///< its trace, to be written and checked
  bool own_skim = false;  ///< whether the ground is moved until its own motion skims it
};
Findings run_chain(const ReproductionSettings& settings, const ChainRun& run);

/// The run over ground that its own motion clears by more than nothing and at most `skim` metres;
/// the last that cleared its ground if none is found. The search begins at `low`, which it clears,
/// goes up by what was left each time, and halves the rest where that was too much.
Findings own_skim(const ReproductionSettings& settings, ChainRun run, double low, double skim);

}  // namespace rigor
