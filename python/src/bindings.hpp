// SPDX-License-Identifier: Apache-2.0
// The extension module `rigor._rigor`: one file per thing that Python sees. What people use is
// written in Python on top of it (python/rigor).
#pragma once

#include <nanobind/nanobind.h>

namespace rigor::python {

void bind_errors(nanobind::module_& m);
void bind_scene(nanobind::module_& m);
void bind_trace(nanobind::module_& m);
void bind_run(nanobind::module_& m);
void bind_simulation(nanobind::module_& m);
void bind_converge(nanobind::module_& m);
void bind_importing(nanobind::module_& m);
void bind_command(nanobind::module_& m);

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
