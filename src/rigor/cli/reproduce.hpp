// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rigor {

/// The options of `rigor reproduce`.
struct ReproduceArguments {
  std::vector<std::string> names{};  ///< of experiments; none or "all": all of them
  std::string out = "reproduction";
  std::string from{};  ///< make the page again from this reproduction.json, running nothing
  int threads = 0;     ///< runs at the same time; 0: as many as there are cores
  bool full = false;
  bool json = false;
};

/// What may be named: the experiments, and "all".
std::vector<std::string> reproduce_choices();

/// Runs the paper's experiments, prints the summary and writes the page. Exit code 0 also if
/// something is not built yet: the page names it.
int reproduce_verb(const ReproduceArguments& arguments);

}  // namespace rigor
