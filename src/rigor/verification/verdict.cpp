// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <rigor/verification/verdict.hpp>

namespace rigor::verification {
namespace {

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.6g", x);
  return text;
}

}  // namespace

const char* name(Rule rule) {
  switch (rule) {
    case Rule::WellFormed:
      return "well_formed";
    case Rule::Contiguous:
      return "contiguous";
    case Rule::Norm:
      return "norm";
    case Rule::Jump:
      return "jump";
    case Rule::Certificate:
      return "certificate";
    case Rule::Band:
      return "band";
    case Rule::Coverage:
      return "coverage";
    case Rule::Joint:
      return "joint";
    case Rule::Limit:
      return "limit";
    case Rule::Motion:
      return "motion";
    case Rule::Exclusion:
      return "exclusion";
  }
  return "unknown";
}

const char* name(Status status) {
  switch (status) {
    case Status::Proved:
      return "proved";
    case Status::Refused:
      return "refused";
    case Status::Measured:
      return "measured";
    case Status::Unfinished:
      return "unfinished";
  }
  return "unknown";
}

std::string name_of(const trace::PieceId& id, const trace::Trace& trace) {
  if (id.body == trace::kWorld) {
    return id.piece < trace.half_spaces.size() ? trace.half_spaces[id.piece].name : "world";
  }
  if (id.body >= trace.bodies.size()) return "unknown";
  const trace::Body& body = trace.bodies[id.body];
  if (body.pieces.size() < 2 || id.piece >= body.pieces.size()) return body.name;
  return body.name + "/" + body.pieces[id.piece].name;
}

std::string text_of(const Verdict& verdict, const trace::Trace& trace) {
  std::string text = std::string("verdict: ") + name(verdict.status);
  if (verdict.status == Status::Proved) {
    text += " for all t in [" + number(verdict.start) + ", " + number(verdict.end) + "] s";
    if (!verdict.complete) text += " (the run was interrupted there)";
    text += "\nsmallest gap: at least " + number(verdict.min_gap) +
            " m, near t = " + number(verdict.min_gap_time) + " s, between " +
            name_of(verdict.min_gap_a, trace) + " and " + name_of(verdict.min_gap_b, trace);
  }
  text += "\n";
  for (const RuleReport& rule : verdict.rules) {
    if (rule.checked == 0 && rule.failed == 0) continue;
    text += std::string("rule ") + name(rule.rule) + ": " + std::to_string(rule.checked) +
            " checked, " + std::to_string(rule.failed) + " failed\n";
  }
  for (const Failure& failure : verdict.failures) {
    text += std::string("failure: ") + name(failure.rule) +
            (failure.refuted ? " (refuted)" : " (not proved)") + " at t = " + number(failure.time) +
            " s, " + name_of(failure.a, trace) +
            (failure.a == failure.b ? "" : " and " + name_of(failure.b, trace)) + ": " +
            failure.text + "\n";
  }
  for (const trace::Exclusion& pair : verdict.excluded) {
    text += "not checked: " + name_of(pair.a, trace) + " and " + name_of(pair.b, trace) + ": " +
            pair.reason + "\n";
  }
  if (verdict.motion.claim == trace::MotionClaim::Full && verdict.motion.bodies > 0)
    text += "motion: explained by the recorded forces to " + number(verdict.motion.displacement) +
            " m and " + number(verdict.motion.turn) + " rad; unexplained impulse " +
            number(verdict.motion.impulse) +
            " of m g T\nmotion: the law of contact is kept to within " +
            number(verdict.motion.law_impulse) + " of what presses and " +
            number(verdict.motion.law_drift) + " m of slip; hops were ended by " +
            number(verdict.motion.hops) +
            (verdict.motion.law_kept
                 ? "\n"
                 : ": more than recorded forces should leave (reported, not refused)\n");
  if (verdict.motion.claim == trace::MotionClaim::Full && !verdict.complete)
    text += "motion: not checked, since the run was interrupted\n";
  const Measurements& m = verdict.measured;
  text += "measured, not proved: ";
  text += trace.header.steps ? "Newton's law not at all, since paths are straight steps"
                             : "Newton-Euler defect in free flight " + number(m.force_defect) +
                                   " N and " + number(m.torque_defect) + " N m";
  text += "; impulses " + number(m.impulse_defect) + " N s; largest gain of energy at an event " +
          number(m.energy_gain) + " J";
  if (m.too_short != 0) text += "; left out as too short: " + std::to_string(m.too_short);
  text += "\n";
  if (verdict.status == Status::Measured) {
    text += "measured, not proved: smallest separation at " + std::to_string(m.samples) +
            " samples " + number(m.deepest) + " m at t = " + number(m.deepest_time) + " s, " +
            name_of(m.deepest_a, trace) + " and " + name_of(m.deepest_b, trace) + "\n";
  }
  return text;
}

}  // namespace rigor::verification
