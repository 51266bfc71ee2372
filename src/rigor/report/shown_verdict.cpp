// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/report/ending.hpp>
#include <rigor/report/markup.hpp>
#include <rigor/report/shown_verdict.hpp>

namespace rigor {
namespace {

using verification::Rule;
using verification::Status;
using verification::Verdict;

/// What a rule proves, as a row of a table.
const char* in_words(Rule rule) {
  switch (rule) {
    case Rule::WellFormed:
      return "numbers finite, indices and times in range";
    case Rule::Contiguous:
      return "paths without gaps in time";
    case Rule::Norm:
      return "quaternions: 1/2 < |q|² < 2 for all t";
    case Rule::Jump:
      return "jumps between segments below a tenth of the skin";
    case Rule::Certificate:
      return "certificates hold for all t";
    case Rule::Band:
      return "active contacts inside their band for all t";
    case Rule::Coverage:
      return "pairs certified at every instant";
    case Rule::Joint:
      return "joints closed for all t";
    case Rule::Limit:
      return "joint limits kept for all t";
    case Rule::Motion:
      return "motion explained by the recorded forces";
    case Rule::Exclusion:
      return "no unexpected pair left out";
  }
  return "unknown rule";
}

std::string pair_of(const trace::PieceId& a, const trace::PieceId& b, const trace::Trace& trace) {
  if (a == b) return verification::name_of(a, trace);
  return verification::name_of(a, trace) + " and " + verification::name_of(b, trace);
}

/// " up to 0.99 s" for a run that ended early: what was asked for is more than what is proved.
std::string reach_of(const std::string& stopped, double end) {
  const StopWords* words = words_of(stopped);
  return words != nullptr && words->early ? fmt::format(" up to {} s", number_text(end)) : "";
}

void tell_claim(const Verdict& verdict, const trace::Trace& trace, ShownVerdict& out) {
  switch (verdict.status) {
    case Status::Proved:
      out.claim = Claim::Proved;
      out.headline = fmt::format("Proved{}: no two bodies overlap at any instant",
                                 reach_of(trace.footer.stopped, verdict.end));
      out.detail = fmt::format(
          "Every claim was re-proved from the trace with exact arithmetic, for all t from {} s to "
          "{} s.",
          number_text(verdict.start), number_text(verdict.end));
      if (!verdict.complete) out.detail += " The run was interrupted there.";
      if (std::isfinite(verdict.min_gap)) {
        out.min_gap = verdict.min_gap;
        out.min_gap_time = verdict.min_gap_time;
        out.min_gap_pair = pair_of(verdict.min_gap_a, verdict.min_gap_b, trace);
      }
      break;
    case Status::Refused:
      out.claim = Claim::Refused;
      out.headline = "Not proved";
      out.detail = "At least one claim of this trace does not hold or could not be proved.";
      break;
    case Status::Measured:
      out.claim = Claim::Measured;
      out.headline = "Measured only";
      out.detail = fmt::format(
          "This method makes no certificates. Smallest separation met at {} samples: {} m at t = "
          "{} s, {}.",
          verdict.measured.samples, number_text(verdict.measured.deepest),
          number_text(verdict.measured.deepest_time),
          pair_of(verdict.measured.deepest_a, verdict.measured.deepest_b, trace));
      break;
    case Status::Unfinished:
      out = not_checked();
      out.detail = "The check was begun and did not finish. To repeat it, run rigor verify.";
      break;
  }
}

/// One line for each kind of failure of a pair: the first time, and how often it happened again.
std::vector<std::string> failure_lines(const Verdict& verdict, const trace::Trace& trace) {
  struct Group {
    const verification::Failure* first = nullptr;
    double last = 0.0;
    std::size_t count = 0;
  };
  std::vector<Group> groups;
  for (const verification::Failure& failure : verdict.failures) {
    const auto same = [&](const Group& group) {
      const verification::Failure& first = *group.first;
      return first.rule == failure.rule && first.refuted == failure.refuted &&
             first.a == failure.a && first.b == failure.b && first.text == failure.text;
    };
    const auto found = std::find_if(groups.begin(), groups.end(), same);
    Group& group = found == groups.end() ? groups.emplace_back(Group{&failure}) : *found;
    group.last = failure.time;
    ++group.count;
  }
  std::vector<std::string> lines;
  for (const auto& [first, last, count] : groups) {
    lines.push_back(fmt::format("{} at t = {} s, {}: {}", first->refuted ? "False" : "Not proved",
                                number_text(first->time, 9), pair_of(first->a, first->b, trace),
                                first->text));
    if (count > 1)
      lines.back() +=
          fmt::format(" (at least {} times, up to t = {} s)", count, number_text(last, 9));
  }
  return lines;
}

}  // namespace

ShownVerdict shown(const Verdict& verdict, const trace::Trace& trace) {
  ShownVerdict out;
  tell_claim(verdict, trace, out);
  if (verdict.status == Status::Unfinished) return out;
  out.checker = verdict.status == Status::Measured ? "samples of the poses, in floating point"
                                                   : "rigor verify, with exact arithmetic";
  if (!verdict.failures.empty()) out.first_failure = verdict.failures.front().time;
  out.failures = failure_lines(verdict, trace);
  if (verdict.status != Status::Measured) {
    for (const verification::RuleReport& rule : verdict.rules) {
      if (rule.checked == 0) continue;
      const std::uint64_t held = rule.checked - rule.failed;
      out.proved.emplace_back(in_words(rule.rule),
                              rule.failed == 0 ? std::to_string(rule.checked)
                                               : fmt::format("{} of {}", held, rule.checked));
    }
  }
  for (const trace::Exclusion& pair : verdict.excluded) {
    out.measured.emplace_back("not checked: " + pair_of(pair.a, pair.b, trace), pair.reason);
  }
  const verification::Measurements& m = verdict.measured;
  if (trace.header.steps) {
    out.measured.emplace_back("Newton's law", "not measured: the paths are straight steps");
  } else {
    out.measured.emplace_back("Newton's law in free flight, largest defect",
                              number_text(m.force_defect, 3) + " N");
    out.measured.emplace_back("Euler's equations in free flight, largest defect",
                              number_text(m.torque_defect, 3) + " N m");
  }
  out.measured.emplace_back("momentum jumps compared with recorded impulses",
                            number_text(m.impulse_defect, 3) + " N s");
  out.measured.emplace_back("largest gain of energy at an event",
                            number_text(m.energy_gain, 3) + " J");
  return out;
}

ShownVerdict not_checked() {
  ShownVerdict out;
  out.headline = "Not checked";
  out.detail = "The trace was written without running the checker. Run rigor verify on it.";
  return out;
}

}  // namespace rigor
