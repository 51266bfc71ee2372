// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include <rigor/cli/failure.hpp>
#include <rigor/cli/interruption.hpp>
#include <rigor/cli/sweep.hpp>
#include <rigor/cli/version.hpp>
#include <rigor/cli/worker_pool.hpp>
#include <rigor/run/run_scene.hpp>
#include <rigor/run/sweep.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/scene/write_scene.hpp>

namespace rigor {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Shard {
  std::uint64_t number = 1;
  std::uint64_t of = 1;
  std::string name{};  ///< "2-of-5"; empty: all tasks
};

Shard shard_of(const std::string& text) {
  if (text.empty()) return {};
  unsigned long long number = 0;
  unsigned long long of = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%llu/%llu%c", &number, &of, &rest) != 2 || number < 1 ||
      number > of)
    throw std::invalid_argument("--shard " + text + ": give i/n with i from 1 to n");
  return {number, of, fmt::format("{}-of-{}", number, of)};
}

SweepPlan plan_of(const SweepArguments& arguments) {
  SweepPlan plan;
  for (const std::string& text : arguments.grid) plan.grid.push_back(values_of(text));
  for (const std::string& text : arguments.sample) plan.ranges.push_back(range_of(text));
  plan.count = arguments.count;
  plan.seed = arguments.seed;
  const std::vector<std::string> all = keys(plan);
  for (const std::string& key : all)
    if (std::count(all.begin(), all.end(), key) > 1)
      throw std::invalid_argument("the key " + key + " is varied twice");
  constexpr std::uint64_t kMostTasks = 10'000'000;
  if (task_count(plan) > kMostTasks) throw std::invalid_argument("too many tasks");
  return plan;
}

/// The scene of a task: what varies is put over it; the key `seed` draws its random states.
Scene scene_of(const SweepArguments& arguments, const SweepPlan& plan, std::uint64_t task) {
  ReadOptions options;
  const auto put = [&](const std::string& key, const std::string& value) {
    if (key == "seed") {
      options.seed = std::strtoull(value.c_str(), nullptr, 10);
    } else {
      options.settings.push_back({key, value, key + "=" + value});
    }
  };
  for (const std::string& text : arguments.set) {
    const SweepPlan::Values one = values_of(text);
    put(one.key, text.substr(one.key.size() + 1));
  }
  const std::vector<std::string> names = keys(plan);
  const std::vector<std::string> values = task_values(plan, task);
  for (std::size_t i = 0; i < names.size(); ++i) put(names[i], values[i]);
  return load_scene(arguments.scene, options);
}

/// One run, in a process of its own: what `rigor run --json` would print.
std::string work_on(std::uint64_t task, const SweepArguments& arguments, const SweepPlan& plan,
                    const fs::path& folder, const std::function<bool()>& interrupted) {
  Json summary;
  try {
    RunSettings settings;
    settings.folder = RunFolder{folder / std::to_string(task)};
    settings.resume = true;  // a task that was killed goes on
    settings.threads = 1;
    settings.program = version_facts();
    settings.interrupted = interrupted;
    RunResult result = run_scene(scene_of(arguments, plan, task), settings);
    summary = std::move(result.summary);
    summary["exit_code"] = static_cast<int>(result.exit);
  } catch (const SceneError& error) {
    const std::string text = error.what();
    summary = {
        {"stopped", text.substr(0, text.find('\n'))},
        {"exit_code",
         static_cast<int>(error.fault() == SceneFault::Refusal ? Exit::Refusal : Exit::BadInput)}};
  } catch (const std::exception& error) {
    summary = {{"stopped", error.what()}, {"exit_code", static_cast<int>(Exit::BadInput)}};
  }
  return summary.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json sweep_facts(const SweepTable& table, std::uint64_t tasks, const fs::path& folder) {
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(
        std::find(table.columns().begin(), table.columns().end(), name) - table.columns().begin());
  };
  std::map<std::string, std::uint64_t> outcomes;
  std::uint64_t verified = 0;
  for (const auto& [task, row] : table.rows()) {
    ++outcomes[row[column("stopped")]];
    if (row[column("verified")] == "true") ++verified;
  }
  return {{"folder", folder.string()}, {"tasks", tasks},       {"done", table.size()},
          {"verified", verified},      {"outcomes", outcomes}, {"table", table.file().string()}};
}

void tell_sweep(const Json& facts, bool json, Exit exit) {
  if (json) {
    Json out = facts;
    out["exit_code"] = static_cast<int>(exit);
    fmt::print("{}\n", out.dump(2));
    return;
  }
  fmt::print("{} of {} tasks done, {} proved\n", facts["done"].get<std::uint64_t>(),
             facts["tasks"].get<std::uint64_t>(), facts["verified"].get<std::uint64_t>());
  for (const auto& [reason, count] : facts["outcomes"].items())
    fmt::print("  {:>6}  {}\n", count.get<std::uint64_t>(), reason);
  fmt::print("table   {}\n", facts["table"].get<std::string>());
  if (exit == Exit::Interrupted)
    fmt::print("next    repeat the command with --resume to continue\n");
}

/// What a sweep is, so that another one does not take its folder by mistake.
void demand_own_folder(const fs::path& folder, const SweepArguments& arguments,
                       const SweepPlan& plan) {
  Json grid = Json::array();
  for (const auto& values : plan.grid)
    grid.push_back({{"key", values.key}, {"values", values.texts}});
  Json ranges = Json::array();
  for (const auto& range : plan.ranges)
    ranges.push_back({{"key", range.key}, {"low", range.low}, {"high", range.high}});
  const Json plan_facts = {{"scene", fs::absolute(arguments.scene).lexically_normal().string()},
                           {"set", arguments.set},
                           {"grid", grid},
                           {"sample", ranges},
                           {"count", plan.count},
                           {"seed", plan.seed},
                           {"random", "Philox 4x32-10, keyed by seed, counted by task and draw"},
                           {"program", version_facts()["version"]}};
  const fs::path file = folder / "sweep.json";
  const std::string text = plan_facts.dump(2) + "\n";
  if (!fs::exists(file)) {
    fs::create_directories(folder);
    write_whole(file, text);
    return;
  }
  std::ifstream stream(file);
  const std::string old(std::istreambuf_iterator<char>(stream), {});
  if (old != text)
    throw std::runtime_error(folder.string() +
                             " holds another sweep; choose another folder with -o");
  if (!arguments.resume && !arguments.status && arguments.shard.empty())
    throw std::runtime_error(
        folder.string() +
        " already holds this sweep; use --resume to continue or --status to see its progress");
}

Exit run_sweep(const SweepArguments& arguments) {
  const SweepPlan plan = plan_of(arguments);
  const Shard shard = shard_of(arguments.shard);
  const Scene first = scene_of(arguments, plan, 0);  // mistakes of the scene are told at once
  const fs::path folder =
      arguments.out.empty() ? fs::path("sweeps") / first.name : fs::path(arguments.out);
  demand_own_folder(folder, arguments, plan);
  SweepTable table(folder, keys(plan), shard.name);
  const std::uint64_t tasks = task_count(plan);
  std::vector<std::uint64_t> left;
  for (std::uint64_t task = 0; task < tasks; ++task)
    if (!table.has(task) && task % shard.of == shard.number - 1) left.push_back(task);
  if (arguments.status) {
    tell_sweep(sweep_facts(table, tasks, folder), arguments.json, Exit::Done);
    return Exit::Done;
  }
  const auto interrupted = watch_for_interruption();
  const bool terminal = isatty(STDERR_FILENO) != 0 && !arguments.json;
  const int jobs = arguments.jobs > 0
                       ? arguments.jobs
                       : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  run_in_processes(
      left, jobs,
      [&](std::uint64_t task) { return work_on(task, arguments, plan, folder, interrupted); },
      [&](std::uint64_t task, std::optional<std::string> answer) {
        const Json summary =
            answer ? Json::parse(*answer) : Json{{"exit_code", -1}, {"stopped", "crashed"}};
        table.add(task, task_values(plan, task), sweep_results(summary));
        if (terminal) fmt::print(stderr, "\rrigor: {} of {} tasks", table.size(), tasks);
      },
      interrupted);
  if (terminal) fmt::print(stderr, "\n");
  Exit exit = interrupted() ? Exit::Interrupted : Exit::Done;
  for (const auto& [task, row] : table.rows())
    if (exit == Exit::Done && row[1 + keys(plan).size()] == "1") exit = Exit::ClaimFailed;
  if (table.size() == tasks) {
    table.finish();
    write_whole(folder / "sweep.html", sweep_page(table, first.name));
  }
  tell_sweep(sweep_facts(table, tasks, folder), arguments.json, exit);
  return exit;
}

}  // namespace

int sweep_verb(const SweepArguments& arguments) {
  return with_failures(arguments.json, [&] { return run_sweep(arguments); });
}

}  // namespace rigor
