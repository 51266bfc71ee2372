// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rigor {

/// The options of `rigor view`.
struct ViewArguments {
  std::vector<std::string> runs;  ///< folders, trace.h5 or trace.part; empty: the newest run
  std::string out;                ///< the page; empty: view.html beside the first trace
  bool no_open = false;
  bool no_verify = false;
  bool json = false;
};

/// Writes one page that shows the runs, opens it in the browser, returns the exit code.
int view_verb(const ViewArguments& arguments);

}  // namespace rigor
