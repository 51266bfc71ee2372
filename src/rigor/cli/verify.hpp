// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rigor {

/// The options of `rigor verify` and `rigor report`.
struct TraceArguments {
  std::string path;     ///< a run's folder, trace.h5 or trace.part
  std::string scene{};  ///< of verify: the scene that the trace must be about; empty: its own text
  std::string out;      ///< of report: the page; empty: report.html beside the trace
  bool no_verify = false;
  bool json = false;
  bool quiet = false;
};

/// Proves a trace again with exact arithmetic, tells the verdict, returns the exit code.
int verify_verb(const TraceArguments& arguments);

/// Writes the report page of a trace.
int report_verb(const TraceArguments& arguments);

}  // namespace rigor
