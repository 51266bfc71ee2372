// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/run/run_folder.hpp>

namespace rigor {

/// A run that was found in a folder of runs. What is not known is empty: an unfinished run has no
/// manifest that tells it.
struct FoundRun {
  RunFolder folder;
  bool finished = false;  ///< it has a manifest
  std::string scene{};
  std::string stopped{};
  std::optional<double> time_end{};  ///< s
  bool verified = false;             ///< as the manifest says; `rigor verify` proves it again
  std::uintmax_t bytes = 0;          ///< of the run's files
  std::filesystem::file_time_type written = std::filesystem::file_time_type::min();
};

/// The runs directly under a folder, newest first; none if it cannot be read.
std::vector<FoundRun> runs_under(const std::filesystem::path& place);

/// Removes the run's own files, and its folder if that is then empty. Throws std::runtime_error if
/// the folder holds no run or another process is at work in it.
void remove_run(const RunFolder& folder);

}  // namespace rigor
