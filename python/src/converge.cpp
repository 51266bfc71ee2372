// SPDX-License-Identifier: Apache-2.0
#include <mutex>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <rigor/cli/converge.hpp>
#include <rigor/philox.hpp>

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

/// Numbers in [0, 1) that belong to this task of a sweep, whoever computes it, as in the command.
std::vector<double> draw(std::uint64_t seed, std::uint64_t task, std::uint64_t count) {
  std::vector<double> numbers;
  for (std::uint64_t i = 0; i < count; ++i) numbers.push_back(task_draw(seed, task, i));
  return numbers;
}

}  // namespace

void bind_converge(nb::module_& m) {
  m.def("converge", &converge_scene, "scene"_a, "threads"_a);
  m.def("draw", &draw, "seed"_a, "task"_a, "count"_a);
}

}  // namespace rigor::python
