// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <rigor/cli/command.hpp>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rigor::python {

void bind_command(nb::module_& m) {
  m.def(
      "command",
      [](std::vector<std::string> words) {
        std::vector<char*> argv;
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        const nb::gil_scoped_release released;
        return run_command(static_cast<int>(words.size()), argv.data());
      },
      "words"_a, "The command `rigor`; the first word is its own name. Returns the exit code.");
}

}  // namespace rigor::python
