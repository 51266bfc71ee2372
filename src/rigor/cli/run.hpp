// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigor {

/// The options of `rigor run`.
struct RunArguments {
  std::string scene{};
  std::string out{};               ///< folder; empty: runs/<scene>-<hash8>
  std::vector<std::string> set{};  ///< path=value
  std::string law{};               ///< empty: the scene's
  std::string method{};
  std::optional<double> until{};
  std::optional<double> tol{};
  std::optional<std::uint64_t> seed{};
  std::optional<double> max_wall{};  ///< seconds of computing
  int threads = 0;                   ///< 0: all there are; the result does not depend on it
  bool force = false;
  bool resume = false;
  bool dry_run = false;
  bool no_verify = false;
  bool open = false;  ///< the report, at the end
  bool json = false;
  bool quiet = false;
  bool verbose = false;
};

/// Runs a scene file, tells what happened, returns the exit code.
int run_verb(const RunArguments& arguments);

/// The command that goes on with an interrupted run.
std::string resume_command(const RunArguments& arguments);

}  // namespace rigor
