// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ctime>
#include <map>
#include <mutex>

#include <rigor/reproduction/watched_run.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/trace/journal.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor {
namespace {

/// Counts as the paper does: the number of contact points of a pair becomes another one that is not
/// zero, at an event or behind it.
class PointCount {
 public:
  void see(const trace::Event& event) {
    std::uint32_t& last = last_[{event.a, event.b}];
    for (const auto points :
         {static_cast<std::uint32_t>(event.contacts.size()), event.contacts_after}) {
      if (points != last && points != 0) ++changes_;
      last = points;
    }
  }
  std::uint64_t changes() const { return changes_; }

 private:
  std::map<std::pair<trace::PieceId, trace::PieceId>, std::uint32_t> last_;
  std::uint64_t changes_ = 0;
};

void keep(const StepReport& step, trace::Trace& to) {
  to.segments.insert(to.segments.end(), step.segments.begin(), step.segments.end());
  to.certificates.insert(to.certificates.end(), step.certificates.begin(), step.certificates.end());
  to.forces.insert(to.forces.end(), step.forces.begin(), step.forces.end());
  to.joint_forces.insert(to.joint_forces.end(), step.joint_forces.begin(), step.joint_forces.end());
  to.events.insert(to.events.end(), step.events.begin(), step.events.end());
}

void write_to(const std::filesystem::path& folder, const std::string& name,
              const trace::Trace& trace) {
  static std::mutex one_writer;  // HDF5 takes one thread at a time
  const std::lock_guard lock(one_writer);
  std::filesystem::create_directories(folder);
  trace::write_trace(folder / (name + ".h5"), trace);
}

void write_and_check(const ReproductionSettings& settings, const Watching& watching,
                     WatchedRun& run) {
  trace::sort_records(run.trace);
  if (!settings.folder.empty()) write_to(settings.folder / "traces", watching.name, run.trace);
  settings.say(watching.name + ": checking");
  verification::Options options;
  options.workshop.interrupted = settings.interrupted;
  options.workshop.threads = 1;  // other runs are computed beside it
  run.verdict = verification::verify(run.trace, options);
  if (run.verdict->status == verification::Status::Unfinished) throw Interrupted{};
}

/// Seconds that this thread has computed: other work on the machine does not count.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The smallest separation known: proved, or the least of what checker and method measured.
void write_gap(const WatchedRun& run, Findings& facts) {
  using verification::Status;
  const bool proved = run.verdict && run.verdict->status == Status::Proved;
  const bool measured = run.verdict && run.verdict->status == Status::Measured;
  std::optional<double> gap;
  if (proved) gap = run.verdict->min_gap;
  if (measured) gap = run.verdict->measured.deepest;
  if (!proved && run.outcome.classic && run.outcome.classic->deepest)
    gap = std::min(gap.value_or(1e300), run.outcome.classic->deepest->separation);
  facts["gap"] = gap ? Findings(*gap) : Findings(nullptr);
  facts["gap_is"] = proved ? "proved" : gap ? "measured" : run.verdict ? "refused" : "certified";
}

}  // namespace

WatchedRun watched(const Scene& scene, const ReproductionSettings& settings,
                   const Watching& watching) {
  settings.say(watching.name);
  const BuiltScene built = build(scene);
  SimulationOptions options = simulation_options(scene);
  bool enough = false;
  options.interrupted = [&] {
    enough = enough || (watching.enough && watching.enough());
    return enough || (settings.interrupted && settings.interrupted());
  };
  options.stop.segments = std::min(options.stop.segments, watching.segments);
  WatchedRun run;
  run.trace = trace_prelude(built.model, built.initial, options);
  run.trace.header.scene_name = scene.name;
  PointCount points;
  const double began = thread_seconds();
  run.outcome = simulate(built.model, built.initial, options, [&](const StepReport& step) {
    for (const trace::Event& event : step.events) points.see(event);
    if (watching.observer) watching.observer(step);
    if (watching.keep) keep(step, run.trace);
  });
  run.wall = thread_seconds() - began;
  if (run.outcome.stop == StopKind::Interrupted && !enough) throw Interrupted{};
  run.point_changes = run.outcome.classic ? run.outcome.classic->paper_changes : points.changes();
  run.trace.footer = run.outcome.footer;
  run.trace.header.certified = run.outcome.certified;
  run.trace.complete = true;
  if (watching.keep) write_and_check(settings, watching, run);
  return run;
}

Findings facts_of(const WatchedRun& run) {
  const trace::Footer& footer = run.outcome.footer;
  Findings facts{{"stopped", footer.stopped},
                 {"time_end", trace::seconds(footer.end)},
                 {"steps", footer.steps},
                 {"segments", run.outcome.segments},
                 {"mean_step", footer.step_mean},
                 {"smallest_step", footer.step_min},
                 {"paper_changes", run.point_changes},
                 {"manifold_changes", footer.manifold_changes}};
  write_gap(run, facts);
  facts["energy_gain"] = footer.energy_max_gain;
  if (run.outcome.classic) {
    facts["uncertified_steps"] = run.outcome.classic->uncertified_steps;
    facts["steps_without_contact"] = run.outcome.classic->steps_without_contact;
    facts["rules"] = run.outcome.classic->rules;
  }
  facts["wall"] = run.wall;
  return facts;
}

Scene with_method(Scene scene, Method method, const Stepping& stepping) {
  scene.method = method;
  scene.stepping = stepping;
  return scene;
}

}  // namespace rigor
