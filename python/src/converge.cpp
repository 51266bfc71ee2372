// SPDX-License-Identifier: Apache-2.0
#include <mutex>

#include <nanobind/stl/string.h>

#include <rigor/cli/converge.hpp>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rigor::python {
namespace {

/// What `rigor converge --json` prints.
std::string converge_scene(const Scene& scene, int threads) {
  Interruption interruption;
  std::mutex looking;
  std::string facts;
  ConvergeSettings settings;
  settings.threads = threads;
  settings.interrupted = [&] {
    const std::lock_guard<std::mutex> held(looking);
    return interruption.requested();
  };
  {
    const nb::gil_scoped_release released;
    facts = facts_of(converge(scene, settings)).dump();
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  return facts;
}

}  // namespace

void bind_converge(nb::module_& m) { m.def("converge", &converge_scene, "scene"_a, "threads"_a); }

}  // namespace rigor::python
