// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include <rigor/run/simulate.hpp>
#include <rigor/trace/types.hpp>
#include <rigor/verification/verdict.hpp>

namespace rigor {

/// Exit codes of the command.
enum class Exit : int {
  Done = 0,
  ClaimFailed = 1,
  Usage = 2,
  BadInput = 3,
  Refusal = 4,
  Limit = 5,
  Interrupted = 130,
};

/// What `rigor run --json` prints about a run, from its trace and the checker's verdict (if it
/// ran): scene, method, law, time_end, stopped, segments, steps, events, manifold_changes, min_gap,
/// energy, certified, verified. `min_gap` is the checker's proved bound and null without one.
nlohmann::ordered_json run_summary(const trace::Trace& trace,
                                   const std::optional<verification::Verdict>& verdict);

/// What `rigor run --json` adds as `stepping` for method `first_order`: step, gap_target, touches,
/// impacts, holds, held (part of the bodies' time), cuts, restarts, smallest_gap, largest_gain,
/// body_steps (steps of awake bodies), solver {solves, unconverged, worst, mean}.
nlohmann::ordered_json stepping_summary(const SteppingReport& report);

/// The same in words, for the report page: what, value. Nothing for null.
std::vector<std::pair<std::string, std::string>> stepping_facts(
    const nlohmann::ordered_json& stepping);

/// What `rigor verify --json` prints.
nlohmann::ordered_json verdict_summary(const verification::Verdict& verdict,
                                       const trace::Trace& trace);

/// The exit code of a run: a failed claim outweighs everything, then how the run ended.
Exit exit_of(StopKind stop, const std::optional<verification::Verdict>& verdict);

/// The exit code of a check. Measured runs fail if overlap was found.
Exit exit_of(const verification::Verdict& verdict);

/// What `rigor run --json` adds as `classic` for the paper's method and the fixed-step ones: steps
/// by what limited them, the paper's count of manifold changes, steps that could not be proved,
/// overlaps that both ends of a step hide.
nlohmann::ordered_json classic_summary(const ClassicReport& report);

}  // namespace rigor
