// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <rigor/run/record.hpp>
#include <rigor/run/run_scene.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/write_scene.hpp>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rigor::python {

bool Interruption::requested() {
  constexpr double kEvery = 0.05;  // s
  const double now =
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  if (requested_ || now - last_look_ < kEvery) return requested_;
  last_look_ = now;
  const nb::gil_scoped_acquire held;
  requested_ = PyErr_CheckSignals() != 0;
  return requested_;
}

namespace {

/// Called with the simulated time and the scene's end time.
using Progress = std::optional<std::function<void(double, double)>>;

/// A run in memory.
struct Recorded {
  trace::Trace trace;
  std::string stopped;
  std::string reason;
  int exit_code = 0;
};

/// Simulates without the interpreter's lock. A Python error (Ctrl-C, or one of `progress`) ends the
/// run and is raised.
Recorded record_scene(const Scene& scene, const Progress& progress) {
  const BuiltScene built = build(scene);
  Interruption interruption;
  bool failed = false;
  SimulationOptions options = simulation_options(scene);
  options.interrupted = [&] { return failed || interruption.requested(); };
  trace::Trace opening = trace_prelude(built.model, built.initial, options);
  opening.header.scene_name = scene.name;
  opening.header.scene_text = resolved_text(scene);
  opening.header.scene_hash = scene_hash(scene);
  Recorded out;
  {
    const nb::gil_scoped_release released;
    const Observer tell = [&](const StepReport& step) {
      if (!progress || failed) return;
      const nb::gil_scoped_acquire held;
      try {
        (*progress)(trace::seconds(step.time), scene.stop.time);
      } catch (nb::python_error& error) {
        error.restore();
        failed = true;
      }
    };
    RecordedRun run = record(built.model, built.initial, options, std::move(opening), tell);
    out.trace = std::move(run.trace);
    out.stopped = name(run.outcome.stop);
    out.reason = run.outcome.reason;
    out.exit_code = static_cast<int>(exit_of(run.outcome.stop, {}));
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  return out;
}

/// What `rigor run --json` prints, for a run into a folder.
std::string run_into(const Scene& scene, const std::string& folder, bool verify, bool force,
                     const Progress& progress) {
  Interruption interruption;
  bool failed = false;
  RunSettings settings;
  settings.folder = RunFolder{folder};
  settings.verify = verify;
  settings.force = force;
  settings.interrupted = [&] { return failed || interruption.requested(); };
  if (progress) {
    settings.show = [&](const RunProgress& at) {
      if (failed) return;
      const nb::gil_scoped_acquire held;
      try {
        (*progress)(at.time, at.until);
      } catch (nb::python_error& error) {
        error.restore();
        failed = true;
      }
    };
  }
  RunResult result;
  {
    const nb::gil_scoped_release released;
    result = run_scene(scene, settings);
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  result.summary["already_done"] = result.already_done;
  result.summary["exit_code"] = static_cast<int>(result.exit);
  return result.summary.dump();
}

}  // namespace

void bind_run(nb::module_& m) {
  nb::class_<Recorded>(m, "Recorded")
      .def_prop_ro(
          "trace", [](const Recorded& r) -> const trace::Trace& { return r.trace; },
          nb::rv_policy::reference_internal)
      .def_ro("stopped", &Recorded::stopped)
      .def_ro("reason", &Recorded::reason)
      .def_ro("exit_code", &Recorded::exit_code);
  m.def("record", &record_scene, "scene"_a, "progress"_a = nb::none());
  m.def("run_into", &run_into, "scene"_a, "folder"_a, "verify"_a = true, "force"_a = false,
        "progress"_a = nb::none());
}

}  // namespace rigor::python
