// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rigor/cli/command_line.hpp>

namespace rigor {

/// The script that teaches `shell` (bash, zsh or fish) the verbs and options.
std::string completion_script(const std::string& shell, const std::vector<VerbFacts>& verbs);

}  // namespace rigor
