// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rigor {

/// The options of `rigor run`.
struct RunArguments {
  std::string scene;
  std::string out;  ///< folder; empty: runs/<scene>-<hash8>
  std::optional<double> until{};
  std::optional<double> tol{};
  std::optional<std::uint64_t> seed{};
  bool force = false;
  bool no_verify = false;
  bool json = false;
  bool quiet = false;
};

/// Runs a scene file, tells what happened, returns the exit code.
int run_verb(const RunArguments& arguments);

}  // namespace rigor
