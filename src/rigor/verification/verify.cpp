// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/certificate_rules.hpp>
#include <rigor/verification/coverage.hpp>
#include <rigor/verification/joint_rules.hpp>
#include <rigor/verification/measurements.hpp>
#include <rigor/verification/motion_rules.hpp>
#include <rigor/verification/path_rules.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor::verification {
namespace {

void check_exclusions(const trace::Trace& trace, const Options& options, Report& report) {
  if (!options.expected_exclusions) return;
  const auto same = [](const trace::Exclusion& x, const trace::Exclusion& y) {
    return (x.a == y.a && x.b == y.b) || (x.a == y.b && x.b == y.a);
  };
  for (const trace::Exclusion& exclusion : trace.exclusions) {
    report.checked(Rule::Exclusion);
    const auto& expected = *options.expected_exclusions;
    const bool known = std::any_of(expected.begin(), expected.end(),
                                   [&](const auto& other) { return same(exclusion, other); });
    if (known) continue;
    report.failed({Rule::Exclusion, true, seconds(trace.header.start), exclusion.a, exclusion.b,
                   "the trace excludes a pair that the scene does not exclude"});
  }
}

void prove(const Subject& subject, Work& work, Report& report, Verdict& verdict) {
  check_paths(subject, work, report);
  if (!report.clean() || work.stopped()) return;  // what follows divides by |q|²
  Gap gap;
  const auto holds = check_certificates(subject, work, report, gap);
  check_coverage(subject, holds, work, report, gap, verdict.counts);
  check_joints(subject, work, report);
  verdict.motion = check_motion(subject, holds, work, report);
  verdict.min_gap = gap.lower;
  verdict.min_gap_time = gap.time;
  verdict.min_gap_a = gap.a;
  verdict.min_gap_b = gap.b;
}

}  // namespace

Verdict verify(const trace::Trace& trace, const Options& options) {
  Verdict verdict;
  verdict.complete = trace.complete;
  verdict.excluded = trace.exclusions;
  verdict.counts.bodies = trace.bodies.size();
  verdict.counts.segments = trace.segments.size();
  verdict.counts.certificates = trace.certificates.size();
  verdict.counts.events = trace.events.size();
  Report report;
  const Subject subject = structured(trace, report);
  check_exclusions(trace, options, report);
  Work work(options.workshop, 2 * trace.segments.size() + trace.certificates.size());
  const bool sound = report.clean();
  if (sound) {
    verdict.start = seconds(trace.header.start);
    verdict.end = seconds(trace.footer.end);
    verdict.measured = measurements(subject, work);
    if (trace.header.certified) prove(subject, work, report, verdict);
  }
  verdict.status = work.stopped()           ? Status::Unfinished
                   : !report.clean()        ? Status::Refused
                   : trace.header.certified ? Status::Proved
                                            : Status::Measured;
  if (verdict.status != Status::Proved) verdict.min_gap = 0.0;
  report.finish(verdict);
  return verdict;
}

Verdict verify(const std::filesystem::path& file, const Options& options) {
  return verify(trace::read_trace(file), options);
}

}  // namespace rigor::verification
