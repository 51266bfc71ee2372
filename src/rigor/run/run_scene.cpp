// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <fstream>

#include <rigor/build_facts.hpp>
#include <rigor/report/page.hpp>
#include <rigor/run/model_check.hpp>
#include <rigor/run/resumable.hpp>
#include <rigor/run/run_journal.hpp>
#include <rigor/run/run_lock.hpp>
#include <rigor/run/run_scene.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/write_scene.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// Wall times of the phases, one JSON object a line: the only file of a run that may differ between
/// equal runs, besides the manifest.
class Log {
 public:
  explicit Log(const std::filesystem::path& file) : stream_(file) {}
  void add(const char* what, double seconds, const Json& more = Json::object()) {
    Json line = {{"what", what}, {"seconds", seconds}, {"at", clock_.seconds()}};
    line.update(more);
    stream_ << line.dump() << std::endl;
  }

 private:
  std::ofstream stream_;
  Stopwatch clock_;
};

std::optional<RunResult> finished_run(const RunSettings& settings, const std::string& hash) {
  const auto manifest = finished_manifest(settings.folder, hash);
  if (!manifest || !manifest->contains("summary")) return {};
  const Json& summary = (*manifest)["summary"];
  const bool verified = summary.value("verified", false);
  const bool certified = summary.value("certified", false);
  if (settings.verify && certified && !verified) return {};  // it was made without a check
  RunResult result;
  result.already_done = true;
  result.exit = static_cast<Exit>(manifest->value("exit_code", 0));
  result.reason = manifest->value("reason", "");
  result.summary = summary;
  return result;
}

/// A folder that holds a finished run of another scene is not overwritten by mistake.
void demand_own_folder(const RunFolder& folder, const Scene& scene) {
  const auto manifest = read_manifest(folder);
  const auto summary = manifest.find("summary");
  if (summary == manifest.end() || !summary->is_object()) return;
  const std::string other = summary->value("scene", scene.name);
  if (other == scene.name) return;
  throw std::runtime_error(folder.root.string() + " holds a run of another scene, '" + other +
                           "'; choose another folder with -o, or use --force to replace it");
}

/// Simulates; a checkpoint that does not fit is told with its file.
Outcome simulate_from(const RunFolder& folder, const BuiltScene& built,
                      const SimulationOptions& options, const Observer& observer,
                      const Checkpoints& checkpoints, int threads) {
  try {
    return simulate_resumable(built.model, built.initial, options, observer, checkpoints, threads);
  } catch (const trace::TraceError& error) {
    if (error.fault() != trace::Fault::Malformed) throw;
    throw std::runtime_error(folder.journal().string() + ": " + error.what() +
                             "; run without --resume to start over");
  }
}

Outcome simulate_into(const RunFolder& folder, const Scene& scene, const BuiltScene& built,
                      const RunSettings& settings) {
  SimulationOptions options = simulation_options(scene);
  options.interrupted = settings.interrupted;
  trace::Trace opening = trace_prelude(built.model, built.initial, options);
  opening.header.scene_name = scene.name;
  opening.header.scene_text = resolved_text(scene);
  opening.header.scene_hash = scene_hash(scene);
  RunJournal journal(folder.journal(), opening, settings.resume);
  RunProgress progress{.until = scene.stop.time};
  progress.segments = journal.segments_before();
  progress.events = journal.events_before();
  bool interrupted = false;
  const auto show = [&](const StepReport& step) {
    // Once the run is told to stop, its last step is cut short: a journal to go on from lacks it.
    interrupted = interrupted || (settings.interrupted && settings.interrupted());
    if (interrupted) return;
    journal.append(step);
    progress.phase = journal.is_ahead() ? RunPhase::Simulating : RunPhase::Repeating;
    progress.time = trace::seconds(step.time);
    progress.segments += step.segments.size();
    progress.events += step.events.size();
    if (!step.events.empty()) {
      const trace::Event& last = step.events.back();
      progress.pair =
          verification::name_of(last.a, opening) + " and " + verification::name_of(last.b, opening);
    }
    if (settings.show) settings.show(progress);
    if (!settings.tell) return;
    for (const trace::Event& event : step.events) settings.tell(event, opening);
  };
  const Checkpoints checkpoints{
      journal.checkpoint(), [&] { return !interrupted && journal.checkpoint_due(); },
      [&](const trace::Bytes& checkpoint) { journal.append_checkpoint(checkpoint); }};
  const Outcome outcome =
      simulate_from(folder, built, options, show, checkpoints, settings.threads);
  if (outcome.stop == StopKind::Interrupted) {
    journal.abandon();
  } else {
    journal.finish(outcome.footer);
  }
  return outcome;
}

Json manifest_of(const Scene& scene, const RunSettings& settings, const RunResult& result) {
  const RunFolder& folder = settings.folder;
  Json files = Json::object();
  for (const auto& file :
       {folder.resolved_scene(), folder.trace(), folder.events(), folder.report()}) {
    files[file.filename().string()] = file_hash(file);
  }
  return {{"run_hash", run_hash(scene)},
          {"scene_hash", scene_hash(scene)},
          {"scene_file", source_of(scene.sources, {})},
          {"seed", scene.seed ? Json(*scene.seed) : Json(nullptr)},
          {"random", "PCG32 (XSH-RR 64/32)"},
          {"tolerances", {{"tol", scene.tol}, {"skin", scene.skin}, {"beta", 0.01}}},
          {"program", settings.program},
          {"exit_code", static_cast<int>(result.exit)},
          {"reason", result.reason},
          {"summary", result.summary},
          {"verdict", result.verdict ? Json(verification::name(result.verdict->status)) : Json()},
          {"files", files}};
}

/// Checks the trace, which may take as long as the run itself may, and writes the page; false if
/// that was interrupted, or the check ran out of time.
bool conclude(const trace::Trace& trace, const Scene& scene, const RunSettings& settings, Log& log,
              RunResult& result) {
  const auto show = [&](RunPhase phase, std::uint64_t done = 0, std::uint64_t total = 0) {
    if (!settings.show) return;
    RunProgress progress{.phase = phase};
    progress.time = progress.until = trace::seconds(trace.footer.end);
    progress.segments = trace.segments.size();
    progress.events = trace.events.size();
    progress.done = done;
    progress.total = total;
    settings.show(progress);
  };
  ShownVerdict words = not_checked();
  if (settings.verify) {
    const Stopwatch clock;
    show(RunPhase::Verifying);
    verification::Options options;
    options.workshop.threads = settings.threads;
    const auto stopped = [&] { return settings.interrupted && settings.interrupted(); };
    options.workshop.interrupted = [&] {
      return stopped() || (scene.stop.wall_time && clock.seconds() > *scene.stop.wall_time);
    };
    options.workshop.progress = [&](std::uint64_t done, std::uint64_t total) {
      show(RunPhase::Verifying, done, total);
    };
    result.verdict = verification::verify(trace, options);
    words = shown(*result.verdict, trace);
    result.failures = words.failures;
    log.add("verify", clock.seconds(), {{"status", verification::name(result.verdict->status)}});
    if (result.verdict->status == verification::Status::Unfinished && stopped()) return false;
  }
  show(RunPhase::Reporting);
  const Stopwatch clock;
  if (result.summary.contains("stepping"))
    for (auto& fact : stepping_facts(result.summary["stepping"]))
      words.measured.push_back(std::move(fact));
  write_whole(settings.folder.report(), report_page(trace, words, result.reason));
  log.add("report", clock.seconds());
  return !result.verdict || result.verdict->status != verification::Status::Unfinished;
}

/// A proof about another model than the scene's is none about the scene.
void compare_model(const trace::Trace& trace, const Scene& scene, RunResult& result) {
  const ModelCheck model = check_model(trace, scene);
  if (model.differences.empty()) return;
  result.failures.insert(result.failures.end(), model.differences.begin(), model.differences.end());
  result.exit = Exit::ClaimFailed;
}

/// The part of the summary that is about the folder and the clock.
void add_places(const RunSettings& settings, const std::filesystem::path& trace,
                double wall_seconds, RunResult& result) {
  result.summary["wall_seconds"] = wall_seconds;
  result.summary["trace"] = trace.string();
  result.summary["folder"] = settings.folder.root.string();
  result.summary["reason"] = result.reason;
}

/// What methods that step in time counted.
void add_counts(const Outcome& outcome, RunResult& result) {
  if (outcome.stepping) result.summary["stepping"] = stepping_summary(*outcome.stepping);
  if (outcome.classic) result.summary["classic"] = classic_summary(*outcome.classic);
}

}  // namespace

RunResult run_scene(const Scene& scene, const RunSettings& settings) {
  if (!settings.force) {
    if (auto done = finished_run(settings, run_hash(scene))) return *done;
    demand_own_folder(settings.folder, scene);
  }
  const BuiltScene built = build(scene);  // before any old result is touched
  const RunFolder& folder = settings.folder;
  const RunLock lock(folder.root);
  clear(folder, settings.resume ? Kept::Journal : Kept::Nothing);
  write_whole(folder.resolved_scene(), resolved_text(scene));
  Log log(folder.log());

  const Stopwatch clock;
  const Outcome outcome = simulate_into(folder, scene, built, settings);
  const double wall_seconds = clock.seconds();
  log.add("simulate", wall_seconds, {{"stopped", name(outcome.stop)}});

  RunResult result;
  result.reason = outcome.reason;
  result.start_moved = outcome.start_moved;
  trace::Trace trace = trace::read_journal(folder.journal()).trace;
  trace.header.certified = outcome.certified;
  if (outcome.stop == StopKind::Interrupted || outcome.segments == 0) {
    const trace::Time end = trace.footer.end;
    trace.footer = outcome.footer;  // a journal without its last record does not know it
    trace.footer.end = end;
    result.exit = exit_of(outcome.stop, {});
    result.summary = run_summary(trace, {});
    add_counts(outcome, result);
    if (trace.segments.empty()) std::filesystem::remove(folder.journal());
    add_places(settings, trace.segments.empty() ? "" : folder.journal(), wall_seconds, result);
    return result;
  }
  trace::write_trace(folder.trace(), trace);
  trace = trace::read_trace(folder.trace());  // what is kept is what is checked
  write_whole(folder.events(), trace::events_jsonl(trace));
  add_counts(outcome, result);
  const bool whole = conclude(trace, scene, settings, log, result);
  result.exit = exit_of(outcome.stop, result.verdict);
  if (result.exit == Exit::Interrupted && !(settings.interrupted && settings.interrupted()))
    result.exit = Exit::Limit;
  result.summary = run_summary(trace, result.verdict);
  if (settings.verify) compare_model(trace, scene, result);
  add_counts(outcome, result);
  add_places(settings, folder.trace(), wall_seconds, result);
  if (!whole) return result;
  write_whole(folder.manifest(), manifest_of(scene, settings, result).dump(2) + "\n");
  std::filesystem::remove(folder.journal());  // not before: with it, a check can be made up for
  return result;
}

}  // namespace rigor
