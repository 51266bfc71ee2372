// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include <rigor/run/summary.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;
using verification::Status;
using verification::Verdict;

/// Every kind, in the order of the trace, so that all keys are always there.
Json event_counts(const trace::Trace& trace) {
  Json counts = {{"total", trace.events.size()}};
  for (int kind = 0; kind <= static_cast<int>(trace::EventKind::Sample); ++kind) {
    counts[trace::name(static_cast<trace::EventKind>(kind))] = 0;
  }
  for (const trace::Event& event : trace.events) {
    Json& count = counts[trace::name(event.kind)];
    count = count.get<std::uint64_t>() + 1;
  }
  return counts;
}

/// Infinite if there is no pair: JSON has no word for that but null.
Json finite_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

}  // namespace

Json run_summary(const trace::Trace& trace, const std::optional<Verdict>& verdict) {
  const trace::Footer& footer = trace.footer;
  const bool proved = verdict && verdict->status == Status::Proved;
  return {
      {"scene", trace.header.scene_name},
      {"method", trace.header.method},
      {"law", trace.header.law},
      {"time_end", trace::seconds(footer.end)},
      {"stopped", footer.stopped},
      {"segments", trace.segments.size()},
      {"steps",
       {{"count", footer.steps},
        {"mean", footer.step_mean},
        {"min", footer.step_min},
        {"max", footer.step_max}}},
      {"events", event_counts(trace)},
      {"manifold_changes", footer.manifold_changes},
      {"min_gap", proved ? finite_or_null(verdict->min_gap) : Json(nullptr)},
      {"energy",
       {{"initial", footer.energy_initial},
        {"final", footer.energy_final},
        {"max_gain", footer.energy_max_gain},
        {"work", footer.energy_work}}},
      {"certified", trace.header.certified && !trace.segments.empty()},
      {"verified", proved},
  };
}

Json stepping_summary(const SteppingReport& report) {
  return {{"step", report.step},
          {"gap_target", report.gap_target},
          {"touches", report.touches},
          {"impacts", report.impacts},
          {"holds", report.holds},
          {"held", report.held},
          {"cuts", report.cuts},
          {"restarts", report.restarts},
          {"smallest_gap", report.smallest_gap},
          {"largest_gain", report.largest_gain},
          {"body_steps", report.body_steps},
          {"solver",
           {{"solves", report.solver.solves},
            {"unconverged", report.solver.unconverged},
            {"worst", report.solver.worst},
            {"mean", report.solver.mean}}}};
}

std::vector<std::pair<std::string, std::string>> stepping_facts(const Json& stepping) {
  if (!stepping.is_object()) return {};
  const auto real = [&](const char* key) { return stepping.value(key, 0.0); };
  const auto whole = [&](const char* key) { return stepping.value(key, std::uint64_t{0}); };
  const Json solver = stepping.value("solver", Json::object());
  return {
      {"first order: the error of the motion is about proportional to the step",
       fmt::format("{:g} s; rigor converge estimates it", real("step"))},
      {"impacts on the grid of steps are located to", fmt::format("{:g} s", real("step"))},
      {"contacts are kept at a gap of", fmt::format("{:.2g} m", real("gap_target"))},
      {"smallest gap at the start of a path", fmt::format("{:.2g} m", real("smallest_gap"))},
      {"bodies held in place (held)", fmt::format("{:.2g} % of their time", 100.0 * real("held"))},
      {"paths cut at touches inside steps (cuts)", fmt::format("{}", whole("cuts"))},
      {"largest gain of energy in a step, beyond opening gaps and drives",
       fmt::format("{:.2g} J", real("largest_gain"))},
      {"contact solver: residual, worst and mean",
       fmt::format("{:.2g}, {:.2g} m/s", solver.value("worst", 0.0), solver.value("mean", 0.0))},
      {"contact solver: solves above the target",
       fmt::format("{} of {}", solver.value("unconverged", std::uint64_t{0}),
                   solver.value("solves", std::uint64_t{0}))}};
}

Json classic_summary(const ClassicReport& report) {
  const auto approach = [](const std::optional<CloseApproach>& at) {
    if (!at) return Json(nullptr);
    return Json{{"time", at->time}, {"separation", at->separation}, {"pair", at->names}};
  };
  Json missed = Json::array();
  for (const CloseApproach& at : report.missed) missed.push_back(approach(at));
  return {{"rules", report.rules},
          {"steps_without_contact", report.steps_without_contact},
          {"paper_changes", report.paper_changes},
          {"uncertified_steps", report.uncertified_steps},
          {"first_uncertified", approach(report.first_uncertified)},
          {"nearest_uncertified", approach(report.deepest)},
          {"missed", missed},
          {"unsettled_steps", report.unsettled_steps},
          {"worst_residual", report.worst_residual},
          {"loops_opened", report.loops_opened}};
}

Json motion_summary(const Verdict& verdict) {
  const verification::MotionReport& motion = verdict.motion;
  Json failure = nullptr;
  for (const verification::Failure& one : verdict.failures)
    if (failure.is_null() && one.rule == verification::Rule::Motion) failure = one.text;
  return {{"claim", name(motion.claim)},
          {"ok", motion.ok},
          {"bodies", motion.bodies},
          {"displacement", motion.displacement},
          {"turn", motion.turn},
          {"impulse", motion.impulse},
          {"law_impulse", motion.law_impulse},
          {"law_drift", motion.law_drift},
          {"hops", motion.hops},
          {"law_kept", motion.law_kept},
          {"first_failure", failure}};
}

Json verdict_summary(const Verdict& verdict, const trace::Trace& trace) {
  Json rules = Json::object();
  for (const verification::RuleReport& rule : verdict.rules) {
    rules[verification::name(rule.rule)] = {{"checked", rule.checked}, {"failed", rule.failed}};
  }
  Json failures = Json::array();
  for (const verification::Failure& failure : verdict.failures) {
    failures.push_back({{"rule", verification::name(failure.rule)},
                        {"refuted", failure.refuted},
                        {"time", failure.time},
                        {"a", verification::name_of(failure.a, trace)},
                        {"b", verification::name_of(failure.b, trace)},
                        {"text", failure.text}});
  }
  Json excluded = Json::array();
  for (const trace::Exclusion& pair : verdict.excluded) {
    excluded.push_back({{"a", verification::name_of(pair.a, trace)},
                        {"b", verification::name_of(pair.b, trace)},
                        {"reason", pair.reason}});
  }
  const verification::Measurements& m = verdict.measured;
  Json measured = {{"force_defect", m.force_defect},
                   {"torque_defect", m.torque_defect},
                   {"impulse_defect", m.impulse_defect},
                   {"energy_gain", m.energy_gain}};
  if (verdict.status == Status::Measured) {
    measured["deepest"] = finite_or_null(m.deepest);
    measured["deepest_time"] = m.deepest_time;
    measured["samples"] = m.samples;
  }
  const bool proved = verdict.status == Status::Proved;
  return {{"scene", trace.header.scene_name},
          {"status", verification::name(verdict.status)},
          {"verified", proved},
          {"complete", verdict.complete},
          {"time_start", verdict.start},
          {"time_end", verdict.end},
          {"min_gap", proved ? finite_or_null(verdict.min_gap) : Json(nullptr)},
          {"segments", verdict.counts.segments},
          {"certificates", verdict.counts.certificates},
          {"pairs", verdict.counts.pairs},
          {"rules", rules},
          {"failures", failures},
          {"excluded", excluded},
          {"motion", motion_summary(verdict)},
          {"measured", measured}};
}

Exit exit_of(StopKind stop, const std::optional<Verdict>& verdict) {
  if (verdict && verdict->status == Status::Unfinished) return Exit::Interrupted;
  if (verdict && verdict->status == Status::Refused) return Exit::ClaimFailed;
  switch (stop) {
    case StopKind::Rest:
    case StopKind::Time:
      return Exit::Done;
    case StopKind::Events:
    case StopKind::Segments:
    case StopKind::WallTime:
      return Exit::Limit;
    case StopKind::Interrupted:
      return Exit::Interrupted;
    case StopKind::Overlap:
      return Exit::BadInput;
    case StopKind::NoProgress:
    case StopKind::Inconsistent:
    case StopKind::Jam:
    case StopKind::Indeterminate:
    case StopKind::Unsupported:
    case StopKind::Driven:
    case StopKind::Mechanism:
    case StopKind::Degenerate:
    case StopKind::Uncertified:
      break;
  }
  return Exit::Refusal;
}

Exit exit_of(const Verdict& verdict) {
  if (verdict.status == Status::Proved) return Exit::Done;
  if (verdict.status == Status::Unfinished) return Exit::Interrupted;
  if (verdict.status == Status::Measured && verdict.measured.deepest >= 0) return Exit::Done;
  return Exit::ClaimFailed;
}

}  // namespace rigor
