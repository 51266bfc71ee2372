// SPDX-License-Identifier: Apache-2.0
// What every method reports: what became final, step by step, and how the run ended.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <rigor/dynamics/state.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// What became final in one step: everything in it is certified, if the method certifies at all,
/// and will not change any more.
struct StepReport {
  trace::Time time;  ///< of the event that was resolved, or the end of the step
  std::vector<trace::Segment> segments;
  std::vector<trace::Certificate> certificates;
  std::vector<trace::Event> events;
  std::vector<trace::ContactForce> forces{};
  std::vector<trace::JointForce> joint_forces{};
};

/// Called with each step as it becomes final, in the order of time.
using Observer = std::function<void(const StepReport&)>;

/// Why a run ended.
enum class StopKind : std::uint8_t {
  Rest,
  Time,
  Events,
  Segments,
  WallTime,
  Interrupted,
  NoProgress,    ///< events without time passing
  Inconsistent,  ///< no motion obeys the law, or a solver failed
  Jam,
  Indeterminate,
  Unsupported,  ///< the scene needs something that is not built yet
  Driven,       ///< a driven body comes to a half-space, a fixed body or another driven one
  Mechanism,    ///< a link comes to another body, or a joint to its limit
  Overlap,      ///< the start overlaps
  Degenerate,   ///< a method that needs one separating plane met a contact that leaves it open
  Uncertified,  ///< a method that claims proofs made a step that it cannot prove
};

/// "rest", "time", "events", ... as in files.
const char* name(StopKind kind);

/// Whether the run did what was asked; otherwise it ended in a limit, an interruption or a refusal.
bool is_done(StopKind kind);

/// How the solver of a stepping method did.
struct SolverReport {
  std::uint64_t solves = 0;
  std::uint64_t unconverged = 0;  ///< whose residual may cost more than a tenth of the gap target
  double worst = 0.0;             ///< residual, m/s
  double mean = 0.0;
};

/// What method `first_order` did besides stepping.
struct SteppingReport {
  double step = 0.0;        ///< h, s
  double gap_target = 0.0;  ///< distance that contacts of the largest gap keep, m
  std::uint64_t body_steps = 0;
  std::uint64_t touches = 0;   ///< inside steps
  std::uint64_t impacts = 0;   ///< touches that impulses answered
  std::uint64_t holds = 0;     ///< touches at which bodies stood still for the rest of the step
  std::uint64_t cuts = 0;      ///< paths that ended inside a step
  std::uint64_t restarts = 0;  ///< islands solved anew because of a driven body
  double held = 0.0;           ///< part of the bodies' time for which they stood still
  double smallest_gap = 0.0;   ///< met where paths begin, m
  double largest_gain = 0.0;   ///< of energy in a step, beyond what opening gaps and drives do, J
  SolverReport solver;
};

/// Two bodies that come too close: when, how close (m, negative inside), and their names.
struct CloseApproach {
  double time = 0.0;
  double separation = 0.0;
  std::string names;
};

/// What the paper's method and the fixed-step methods count besides.
struct ClassicReport {
  std::map<std::string, std::uint64_t> rules;  ///< steps by what limited them
  std::uint64_t steps_without_contact = 0;
  std::uint64_t paper_changes = 0;      ///< changes of the number of contact points of a pair to
                                        ///< another one that is not zero: how the paper counts
  std::uint64_t uncertified_steps = 0;  ///< steps that could not be proved free of overlap
  std::optional<CloseApproach> first_uncertified{};
  std::optional<CloseApproach> deepest{};  ///< over uncertified steps
  std::vector<CloseApproach> missed;       ///< overlaps inside a step between two clean ends
  std::uint64_t unsettled_steps = 0;       ///< Stewart-Trinkle: new overlaps after the last round
  double worst_residual = 0.0;             ///< of the contact problems solved
  /// The most by which a step opened closed loops before they were closed again, m or rad.
  double loops_opened = 0.0;
};

/// How a run ended.
struct Outcome {
  StopKind stop = StopKind::Rest;
  std::string reason;  ///< one sentence, for refusals
  trace::Footer footer;
  State final_state;         ///< at footer.end
  double start_moved = 0.0;  ///< m: how far a body was moved to open touching starts
  std::uint64_t segments = 0;
  std::uint64_t events = 0;
  /// Whether every step is proved free of overlap: what the trace may claim in the end.
  bool certified = true;
  std::optional<SteppingReport> stepping{};  ///< of method `first_order`
  std::optional<ClassicReport> classic{};    ///< of `paper` and the fixed-step methods
};

}  // namespace rigor
