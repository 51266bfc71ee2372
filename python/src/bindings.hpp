// SPDX-License-Identifier: Apache-2.0
// The extension module `rigor._rigor`: one file per thing that Python sees. What people use is
// written in Python on top of it (python/rigor).
#pragma once

#include <vector>

#include <nanobind/nanobind.h>

#include <rigor/report/force_track.hpp>

namespace rigor::python {

/// A list of dictionaries.
using Records =
    nanobind::typed<nanobind::list, nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>>;

void bind_errors(nanobind::module_& m);
void bind_scene(nanobind::module_& m);
void bind_trace(nanobind::module_& m);
void bind_run(nanobind::module_& m);
void bind_simulation(nanobind::module_& m);
void bind_sweep(nanobind::module_& m);
void bind_converge(nanobind::module_& m);
void bind_importing(nanobind::module_& m);
void bind_command(nanobind::module_& m);

/// Contact forces of a trace, or of the part of it that is known so far.
Records records_of(const std::vector<PairForce>& forces, const trace::Trace& trace);

/// Whether Python wants to stop (Ctrl-C). Cheap: it looks at most 20 times a second. Call without
/// holding the interpreter's lock. Once it was true, the Python error is set.
class Interruption {
 public:
  bool requested();

 private:
  double last_look_ = 0.0;  ///< s
  bool requested_ = false;
};

}  // namespace rigor::python
