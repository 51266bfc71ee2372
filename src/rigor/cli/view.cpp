// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <fmt/format.h>

#include <rigor/cli/browser.hpp>
#include <rigor/cli/failure.hpp>
#include <rigor/cli/interruption.hpp>
#include <rigor/cli/view.hpp>
#include <rigor/report/page.hpp>
#include <rigor/run/run_folder.hpp>
#include <rigor/run/run_list.hpp>
#include <rigor/run/summary.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor {
namespace {

namespace fs = std::filesystem;

struct CheckedRun {
  fs::path file;
  std::string label;
  trace::Trace trace;
  ShownVerdict verdict;
  Exit exit = Exit::Done;
};

CheckedRun checked(const std::string& path, bool check) {
  CheckedRun run;
  run.file = find_trace(path);
  run.trace = trace::read_trace(run.file);
  run.label = fs::absolute(run.file).parent_path().filename().string();
  run.verdict = not_checked();
  if (check) {
    verification::Options options;
    options.workshop.interrupted = watch_for_interruption();
    const verification::Verdict verdict = verification::verify(run.trace, options);
    run.verdict = shown(verdict, run.trace);
    run.exit = exit_of(verdict);
  }
  return run;
}

/// The newest run under runs/.
std::string newest_run() {
  const std::vector<FoundRun> runs = runs_under("runs");
  if (runs.empty()) throw std::runtime_error("there is no run under runs/; give the path of one");
  return runs.front().folder.root.string();
}

/// Runs are compared body by body.
void demand_same_bodies(const CheckedRun& first, const CheckedRun& other) {
  const auto names = [](const trace::Trace& trace) {
    std::vector<std::string> all;
    for (const trace::Body& body : trace.bodies) all.push_back(body.name);
    return all;
  };
  if (names(first.trace) == names(other.trace)) return;
  throw std::runtime_error(other.file.string() + " is a run of a different scene than " +
                           first.file.string() + ": their bodies differ");
}

std::string page_of(const std::vector<CheckedRun>& runs) {
  std::vector<ViewedRun> viewed;
  for (const CheckedRun& run : runs) viewed.push_back({run.label, run.trace, run.verdict});
  std::string band;
  for (const CheckedRun& run : runs) band += early_end_band(run.trace, reason_beside(run.file));
  return view_page(viewed, {runs.front().trace.header.scene_name, band, ""});
}

}  // namespace

int view_verb(const ViewArguments& arguments) {
  return with_failures(arguments.json, [&] {
    std::vector<CheckedRun> runs;
    Exit exit = Exit::Done;
    const std::vector<std::string> paths =
        arguments.runs.empty() ? std::vector{newest_run()} : arguments.runs;
    for (const std::string& path : paths) {
      runs.push_back(checked(path, !arguments.no_verify));
      demand_same_bodies(runs.front(), runs.back());
      if (runs.back().exit == Exit::Interrupted) return Exit::Interrupted;
      if (exit == Exit::Done) exit = runs.back().exit;
    }
    const fs::path page = arguments.out.empty() ? runs.front().file.parent_path() / "view.html"
                                                : fs::path(arguments.out);
    write_whole(page, page_of(runs));
    const bool open = !arguments.no_open && open_in_browser(page);
    if (arguments.json) {
      nlohmann::ordered_json summary = {{"page", page.string()},
                                        {"opened", open},
                                        {"traces", nlohmann::ordered_json::array()},
                                        {"verified", true},
                                        {"exit_code", static_cast<int>(exit)}};
      for (const CheckedRun& run : runs) {
        summary["traces"].push_back(run.file.string());
        if (run.verdict.claim != Claim::Proved) summary["verified"] = false;
      }
      fmt::print("{}\n", summary.dump(2));
    } else {
      fmt::print("{}: {}\n", page.string(), runs.front().verdict.headline);
      if (!open && !arguments.no_open) {
        fmt::print("could not start a browser; open the page yourself\n");
      }
    }
    return exit;
  });
}

}  // namespace rigor
