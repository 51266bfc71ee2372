// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rigor {

/// The options of `rigor sweep`.
struct SweepArguments {
  std::string scene{};
  std::string out{};  ///< folder; empty: sweeps/<scene>
  std::vector<std::string> grid{};
  std::vector<std::string> sample{};
  std::vector<std::string> set{};
  std::uint64_t count = 1;
  std::uint64_t seed = 0;
  int jobs = 0;         ///< 0: as many as there are cores
  std::string shard{};  ///< "i/n"
  bool status = false;
  bool resume = false;
  bool json = false;
};

/// Runs all tasks, each in a process of its own, and fills the table; returns the exit code: 0 if
/// every task did what was asked, 1 if a claim failed in one, 130 if interrupted.
int sweep_verb(const SweepArguments& arguments);

}  // namespace rigor
