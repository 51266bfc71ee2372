// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <rigor/cli/failure.hpp>
#include <rigor/cli/runs.hpp>
#include <rigor/run/run_list.hpp>
#include <rigor/scene/problem.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

std::string size_text(std::uintmax_t bytes) {
  const double kilobytes = static_cast<double>(bytes) / 1e3;
  return kilobytes < 1e3 ? fmt::format("{:.0f} kB", kilobytes)
                         : fmt::format("{:.1f} MB", kilobytes / 1e3);
}

std::string state_of(const FoundRun& run) {
  if (!run.finished) return "unfinished";
  return run.verified ? "proved" : "not proved";
}

Json run_facts(const FoundRun& run) {
  return {{"folder", run.folder.root.string()},
          {"finished", run.finished},
          {"scene", run.scene},
          {"stopped", run.stopped},
          {"time_end", run.time_end ? Json(*run.time_end) : Json(nullptr)},
          {"verified", run.verified},
          {"bytes", run.bytes}};
}

Exit list_runs(const std::vector<FoundRun>& runs, const RunsArguments& arguments) {
  if (arguments.json) {
    Json all = Json::array();
    for (const FoundRun& run : runs) all.push_back(run_facts(run));
    fmt::print("{}\n", Json{{"runs", all}}.dump(2));
    return Exit::Done;
  }
  std::size_t width = 0;
  std::uintmax_t bytes = 0;
  for (const FoundRun& run : runs) {
    width = std::max(width, run.folder.root.filename().string().size());
    bytes += run.bytes;
  }
  for (const FoundRun& run : runs) {
    fmt::print("{:<{}}  {:<10}  {:>10}  {:<12}  {:>9}\n", run.folder.root.filename().string(),
               width, state_of(run), run.time_end ? fmt::format("{:.4g} s", *run.time_end) : "",
               run.stopped, size_text(run.bytes));
  }
  if (runs.empty()) {
    fmt::print("no runs under {}\n", arguments.place);
  } else {
    fmt::print(
        "\n{} {}, {}; rigor view {} opens the newest, rigor runs --remove NAME removes one\n",
        runs.size(), runs.size() == 1 ? "run" : "runs", size_text(bytes),
        runs.front().folder.root.string());
  }
  return Exit::Done;
}

/// The run of this name; whatever a shell completes to is a name too (a path, a slash at the end).
const FoundRun& named(const std::string& name, const std::vector<FoundRun>& runs) {
  std::filesystem::path path(name);
  if (!path.has_filename()) path = path.parent_path();
  const std::string last = path.filename().string();
  std::vector<std::string> names;
  for (const FoundRun& run : runs) {
    names.push_back(run.folder.root.filename().string());
    if (names.back() == last) return run;
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string_view meant = nearest(last, known);
  throw std::runtime_error(fmt::format(
      "no run \"{}\"; {}", shortened(name),
      meant.empty() ? "rigor runs lists them" : fmt::format("did you mean \"{}\"?", meant)));
}

Exit remove(const std::vector<FoundRun>& runs, const RunsArguments& arguments) {
  std::vector<RunFolder> chosen;  // all names are looked up before anything is removed
  for (const std::string& name : arguments.remove) chosen.push_back(named(name, runs).folder);
  Json removed = Json::array();
  for (const RunFolder& folder : chosen) {
    remove_run(folder);
    removed.push_back(folder.root.string());
    if (!arguments.json) fmt::print("removed {}\n", folder.root.string());
  }
  if (arguments.json) fmt::print("{}\n", Json{{"removed", removed}}.dump(2));
  return Exit::Done;
}

}  // namespace

int runs_verb(const RunsArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const std::vector<FoundRun> runs = runs_under(arguments.place);
    return arguments.remove.empty() ? list_runs(runs, arguments) : remove(runs, arguments);
  });
}

}  // namespace rigor
