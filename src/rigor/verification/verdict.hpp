// SPDX-License-Identifier: Apache-2.0
// What the checker says about a trace.
#pragma once

#include <string>
#include <vector>

#include <rigor/trace/types.hpp>

namespace rigor::verification {

/// What a trace must obey, in the order in which it is checked.
enum class Rule : std::uint8_t {
  WellFormed,   ///< numbers finite, indices and times in range
  Contiguous,   ///< every body's segments follow each other from the start to the end
  Norm,         ///< 1/2 < |q|² < 2
  Jump,         ///< no vertex jumps by more than a tenth of the skin between segments
  Certificate,  ///< every certificate holds
  Band,         ///< active contacts stay in their band
  Coverage,     ///< every pair is certified, or its boxes are apart, at every instant
  Joint,        ///< joints are closed
  Limit,        ///< joint limits are kept
  Motion,       ///< the forces on file explain the motion
  Exclusion,    ///< no pair is excluded that the caller does not expect
};
inline constexpr int kRuleCount = 11;
const char* name(Rule rule);

/// One thing that could not be proved.
struct Failure {
  Rule rule = Rule::WellFormed;
  bool refuted = false;  ///< shown to be false, not just not shown to be true
  double time = 0.0;     ///< about when, seconds
  trace::PieceId a;      ///< the pair or body concerned; kWorld twice if none
  trace::PieceId b;
  std::string text;  ///< one sentence: what, with numbers
};

enum class Status : std::uint8_t {
  Proved,      ///< everything is proved for all t in [start, end]
  Refused,     ///< something is not proved: see `failures`
  Measured,    ///< the run does not claim to be certified; nothing is proved
  Unfinished,  ///< the check was stopped; nothing is proved or refused
};
const char* name(Status status);

/// How often each rule was applied and how often it failed.
struct RuleReport {
  Rule rule = Rule::WellFormed;
  std::uint64_t checked = 0;
  std::uint64_t failed = 0;
};

/// Sizes of what was looked at.
struct Counts {
  std::uint64_t bodies = 0;
  std::uint64_t segments = 0;
  std::uint64_t certificates = 0;
  std::uint64_t pairs = 0;         ///< pairs of pieces, half-spaces included, not excluded
  std::uint64_t box_proofs = 0;    ///< intervals without certificate covered by boxes
  std::uint64_t plane_proofs = 0;  ///< of half-spaces without certificate
  std::uint64_t events = 0;
};

/// Measured in floating point at samples; nothing here is proved.
struct Measurements {
  double force_defect = 0.0;    ///< free flight: largest |m a - m g - loads|, newtons
  double torque_defect = 0.0;   ///< free flight: largest |I w' + w x I w - loads|, N m
  double impulse_defect = 0.0;  ///< largest |momentum jump - recorded impulses| at an event, N s
  double energy_gain = 0.0;     ///< largest rise of energy over an event as recorded, joules
  /// Flights and events left out because their segments are too short: rounding would be all there
  /// is to see.
  std::uint64_t too_short = 0;
  double deepest = 0.0;  ///< uncertified runs: smallest separation found, metres; < 0 overlaps
  double deepest_time = 0.0;
  trace::PieceId deepest_a;
  trace::PieceId deepest_b;
  std::uint64_t samples = 0;
};

/// How well the forces on file explain the motion: bounds, of the worst body.
struct MotionReport {
  trace::MotionClaim claim = trace::MotionClaim::None;
  bool ok = false;            ///< a full claim holds within the limits of motion_rules.hpp
  std::uint64_t bodies = 0;   ///< that were checked: free ones
  double displacement = 0.0;  ///< m, over the run
  double turn = 0.0;          ///< rad, over the run
  double impulse = 0.0;       ///< of m g T, over the run
  /// What forces and impulses leave of the law of contact, as a part of what presses on the body.
  double law_impulse = 0.0;
  double law_drift = 0.0;  ///< m: slips of what sticks, slips aside of their friction
  double hops = 0.0;       ///< what ended hops lower than the skin, like law_impulse
  /// Whether these three are within the limits of law_rules.hpp. This is told; a hundred times
  /// beyond them (slips: 1 mm) the trace is refused.
  bool law_kept = true;
};

struct Verdict {
  Status status = Status::Refused;
  bool complete = false;  ///< the run ended by itself; else proved up to `end` only
  double start = 0.0;
  double end = 0.0;
  std::vector<Failure> failures;  ///< the first kMaxFailures, ordered by time
  std::vector<RuleReport> rules;
  Counts counts;
  double min_gap =
      0.0;  ///< proved lower bound over all pairs and all t, metres; infinite if no pair
  double min_gap_time = 0.0;
  trace::PieceId min_gap_a;
  trace::PieceId min_gap_b;
  std::vector<trace::Exclusion> excluded;
  Measurements measured;
  MotionReport motion;
};

inline constexpr std::size_t kMaxFailures = 64;

/// The verdict for people: one line a rule, failures, exclusions and the measured part.
std::string text_of(const Verdict& verdict, const trace::Trace& trace);

/// "body/piece" or the half-space's name.
std::string name_of(const trace::PieceId& id, const trace::Trace& trace);

}  // namespace rigor::verification
