// SPDX-License-Identifier: Apache-2.0
#include <rigor/build_facts.hpp>

#include "bindings.hpp"

NB_MODULE(_rigor, m) {
  m.doc() = "What the package rigor is made of; use rigor itself.";
  m.def("version", [] { return rigor::build_facts::kVersion; });
  rigor::python::bind_errors(m);
  rigor::python::bind_scene(m);
  rigor::python::bind_trace(m);
  rigor::python::bind_run(m);
  rigor::python::bind_simulation(m);
  rigor::python::bind_sweep(m);
  rigor::python::bind_converge(m);
  rigor::python::bind_importing(m);
  rigor::python::bind_command(m);
}
