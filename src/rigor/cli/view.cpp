// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rigor/cli/failure.hpp>
#include <rigor/cli/interruption.hpp>
#include <rigor/cli/view.hpp>
#include <rigor/report/page.hpp>
#include <rigor/run/run_folder.hpp>
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

/// Hands the page to the desktop's browser. Without a desktop there is nothing to open it.
bool opened(const fs::path& page) {
#ifdef __APPLE__
  std::string program = "open";
#else
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return false;
  std::string program = "xdg-open";
#endif
  std::string file = fs::absolute(page).string();
  char* const arguments[] = {program.data(), file.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0)
    return false;
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The folder under runs/ whose trace was written last.
std::string newest_run() {
  fs::path newest;
  fs::file_time_type latest{};
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("runs", ignored)) {
    const fs::path trace = find_trace(entry.path());
    if (!fs::is_regular_file(trace, ignored)) continue;
    const auto time = fs::last_write_time(trace, ignored);
    if (newest.empty() || time > latest) {
      newest = entry.path();
      latest = time;
    }
  }
  if (newest.empty()) throw std::runtime_error("there is no run under runs/; name one");
  return newest.string();
}

/// Runs are compared body by body.
void demand_same_bodies(const CheckedRun& first, const CheckedRun& other) {
  const auto names = [](const trace::Trace& trace) {
    std::vector<std::string> all;
    for (const trace::Body& body : trace.bodies) all.push_back(body.name);
    return all;
  };
  if (names(first.trace) == names(other.trace)) return;
  throw std::runtime_error(other.file.string() + " is a run of another scene than " +
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
    const bool open = !arguments.no_open && opened(page);
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
        fmt::print("no browser could be started here; open the page in one\n");
      }
    }
    return exit;
  });
}

}  // namespace rigor
