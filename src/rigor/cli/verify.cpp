// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include <fmt/format.h>

#include <rigor/cli/failure.hpp>
#include <rigor/cli/terminal.hpp>
#include <rigor/cli/verify.hpp>
#include <rigor/report/page.hpp>
#include <rigor/run/run_folder.hpp>
#include <rigor/run/summary.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor {
namespace {

/// A run that was ended before every body had moved claims nothing, and so nothing can be proved.
void demand_content(const trace::Trace& trace, const std::filesystem::path& file) {
  if (trace.complete || trace.header.start < trace.footer.end) return;
  throw std::runtime_error(file.string() +
                           ": nothing is on record yet: the run was ended before its first step");
}

}  // namespace

int verify_verb(const TraceArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const std::filesystem::path file = find_trace(arguments.path);
    const trace::Trace trace = trace::read_trace(file);
    demand_content(trace, file);
    ProgressLine line(!arguments.json && !arguments.quiet);
    line.show({RunPhase::Verifying, 0.0, 0.0, trace.segments.size(), trace.events.size()});
    const auto began = std::chrono::steady_clock::now();
    const verification::Verdict verdict = verification::verify(trace);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    line.remove();
    if (arguments.json) {
      nlohmann::ordered_json summary = verdict_summary(verdict, trace);
      summary["wall_seconds"] = took.count();
      summary["trace"] = file.string();
      summary["exit_code"] = static_cast<int>(exit_of(verdict));
      fmt::print("{}\n",
                 summary.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    } else if (arguments.quiet) {
      fmt::print("{}\n", verification::name(verdict.status));
    } else {
      fmt::print("{}", verification::text_of(verdict, trace));
      fmt::print("{:.3g} s of checking\n", took.count());
    }
    return exit_of(verdict);
  });
}

int report_verb(const TraceArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const std::filesystem::path file = find_trace(arguments.path);
    const trace::Trace trace = trace::read_trace(file);
    demand_content(trace, file);
    ShownVerdict words = not_checked();
    Exit exit = Exit::Done;
    if (!arguments.no_verify) {
      const verification::Verdict verdict = verification::verify(trace);
      words = shown(verdict, trace);
      exit = exit_of(verdict);
    }
    const std::filesystem::path page = arguments.out.empty()
                                           ? RunFolder{file.parent_path()}.report()
                                           : std::filesystem::path(arguments.out);
    write_whole(page, report_page(trace, words));
    if (arguments.json) {
      const nlohmann::ordered_json summary = {{"report", page.string()},
                                              {"trace", file.string()},
                                              {"verified", words.claim == Claim::Proved},
                                              {"exit_code", static_cast<int>(exit)}};
      fmt::print("{}\n", summary.dump(2));
    } else {
      fmt::print("{}: {}\n", page.string(), words.headline);
    }
    return exit;
  });
}

}  // namespace rigor
