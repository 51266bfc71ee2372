// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rigor::importing {

/// What a program prints, run with these words (the first one is looked for on the path) and
/// nothing on its standard input. Nothing if it can not be started, fails, takes more than
/// `seconds` or prints more than 256 MiB; it is ended then.
std::optional<std::string> run_program(const std::vector<std::string>& words, int seconds = 300);

/// The Python that is asked: RIGOR_PYTHON, or python3.
std::string python_interpreter();

/// The version of a package that it has; empty if it has none.
std::string python_package_version(const std::string& package);

}  // namespace rigor::importing
