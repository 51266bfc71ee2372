// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <rigor/philox.hpp>
#include <rigor/run/sweep.hpp>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rigor::python {
namespace {

/// Numbers in [0, 1) that belong to this task of a sweep, whoever computes it, as in the command.
std::vector<double> draw(std::uint64_t seed, std::uint64_t task, std::uint64_t count) {
  std::vector<double> numbers;
  for (std::uint64_t i = 0; i < count; ++i) numbers.push_back(task_draw(seed, task, i));
  return numbers;
}

/// The page of a sweep's folder, whose rows are all there.
std::string page(const std::string& folder, const std::vector<std::string>& keys,
                 const std::string& scene) {
  return rigor::sweep_page(SweepTable(folder, keys, ""), scene);
}

}  // namespace

void bind_sweep(nb::module_& m) {
  m.def("draw", &draw, "seed"_a, "task"_a, "count"_a);
  m.def("sweep_page", &page, "folder"_a, "keys"_a, "scene"_a);
}

}  // namespace rigor::python
