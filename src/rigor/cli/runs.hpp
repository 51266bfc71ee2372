// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rigor {

/// The options of `rigor runs`.
struct RunsArguments {
  std::string place = "runs";         ///< the folder of runs
  std::vector<std::string> remove{};  ///< runs to remove, by the names of their folders
  bool json = false;
};

/// Lists the runs, newest first, or removes some; returns the exit code.
int runs_verb(const RunsArguments& arguments);

}  // namespace rigor
