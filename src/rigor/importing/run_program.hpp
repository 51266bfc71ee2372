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

}  // namespace rigor::importing
