// SPDX-License-Identifier: Apache-2.0
// A whole run: scene in, folder with trace, verdict, report and manifest out. No terminal talk.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <rigor/run/run_folder.hpp>
#include <rigor/run/summary.hpp>

namespace rigor {

/// Repeating: going once more through what an interrupted run had done.
enum class RunPhase { Simulating, Repeating, Verifying, Reporting };

/// How far a run is.
struct RunProgress {
  RunPhase phase = RunPhase::Simulating;
  double time = 0.0;   ///< simulated, seconds
  double until = 0.0;  ///< the scene's end time
  std::uint64_t segments = 0;
  std::uint64_t events = 0;
  std::string pair{};      ///< of the last event, for people
  std::uint64_t done = 0;  ///< verifying: of `total` units of work
  std::uint64_t total = 0;
};

struct RunSettings {
  RunFolder folder{};
  bool verify = true;
  bool force = false;   ///< run again even if it was done, or another scene's run is there
  bool resume = false;  ///< go on behind the journal, if there is one
  int threads = 0;      ///< 0: all there are. The result does not depend on it.
  nlohmann::ordered_json program{};                ///< facts about the program, for the manifest
  std::function<bool()> interrupted{};             ///< asked now and then
  std::function<void(const RunProgress&)> show{};  ///< called often; must be quick
  /// Called with each event once it is final, and the trace's opening for the names.
  std::function<void(const trace::Event&, const trace::Trace&)> tell{};
};

struct RunResult {
  Exit exit = Exit::Done;
  bool already_done = false;  ///< nothing was simulated: the folder holds this very run
  std::string reason;         ///< of a refusal, one sentence
  double start_moved = 0.0;   ///< how far bodies were moved to open a touching start, metres
  std::optional<verification::Verdict> verdict{};
  std::vector<std::string> failures{};  ///< of the verdict, in words
  nlohmann::ordered_json summary{};     ///< what --json prints
};

/// Runs the scene and fills the folder: scene.resolved.yaml, trace.h5, events.jsonl, log.jsonl,
/// report.html and, last, manifest.json; a lock keeps other runs out. While simulating, trace.part
/// grows; an interrupted run leaves it, readable, and `resume` goes on from it. A run interrupted
/// while it is checked leaves its trace.h5, unchecked. A run that is
/// refused before anything moves leaves no trace. Throws SceneError for a scene that can not be
/// built, std::runtime_error for a folder that holds a finished run of a scene of another name, and
/// trace::TraceError, std::runtime_error and std::filesystem::filesystem_error for files that
/// cannot be written.
RunResult run_scene(const Scene& scene, const RunSettings& settings);

}  // namespace rigor
