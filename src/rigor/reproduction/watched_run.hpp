// SPDX-License-Identifier: Apache-2.0
// A run of an experiment: simulated in memory, watched while it steps, proved if it claims to be.
#pragma once

#include <functional>
#include <limits>
#include <optional>

#include <rigor/reproduction/settings.hpp>
#include <rigor/run/simulate.hpp>
#include <rigor/scene/scene.hpp>
#include <rigor/verification/verdict.hpp>

namespace rigor {

/// How a run is watched.
struct Watching {
  std::string name;        ///< of the run: what is said, and the name of its trace
  bool keep = true;        ///< its trace, which is then written and given to the checker
  Observer observer = {};  ///< told every step
  std::uint64_t segments = std::numeric_limits<std::uint64_t>::max();  ///< at most
  std::function<bool()> enough{};  ///< ends the run once it says so
};

struct WatchedRun {
  Outcome outcome;
  trace::Trace trace;  ///< without segments, certificates and events if not kept
  std::optional<verification::Verdict> verdict{};
  std::uint64_t point_changes = 0;  ///< changes as the paper counts; by the oracle: of one pair
  double wall = 0.0;                ///< seconds of one processor for computing, without the check
};

/// Runs the scene. Throws Interrupted if the user wants to stop.
WatchedRun watched(const Scene& scene, const ReproductionSettings& settings,
                   const Watching& watching);

/// What every table needs of a run: stopped, time_end, steps, segments, mean_step,
/// smallest_step, paper_changes, manifold_changes, gap, gap_is (see below), uncertified_steps,
/// energy_gain, rules, wall.
///
/// `gap_is` says what `gap` is worth: "proved" by the exact checker for all t; "certified" while
/// stepping, not given to the checker; "measured": the smallest separation met, negative inside.
Findings facts_of(const WatchedRun& run);

/// The scene with another method; `step` and the rest of `stepping` are the method's defaults.
Scene with_method(Scene scene, Method method, const Stepping& stepping = {});

}  // namespace rigor
