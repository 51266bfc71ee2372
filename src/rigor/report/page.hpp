// SPDX-License-Identifier: Apache-2.0
// The report page of a run: one HTML file that needs nothing else, made from the trace and the
// checker's verdict alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <rigor/trace/types.hpp>

namespace rigor {

/// What the page may claim about the run.
enum class Claim {
  Proved,      ///< the checker proved every claim of the trace
  Refuted,     ///< the checker found a claim false or could not prove it
  Measured,    ///< nothing of this kind is ever proved (baselines)
  NotChecked,  ///< the checker did not run
};

/// A verdict in words, ready to be shown; made from the checker's Verdict by `shown`.
struct ShownVerdict {
  Claim claim = Claim::NotChecked;
  std::string headline;
  std::string detail;
  std::string smallest_gap;                                   ///< markup; empty if none was proved
  std::vector<std::pair<std::string, std::string>> proved;    ///< what, value (plain text)
  std::vector<std::pair<std::string, std::string>> measured;  ///< what, value (plain text)
  std::vector<std::string> failures;                          ///< each with where and when
};

/// The page. The same trace and verdict give the same bytes. Everything taken from the trace is
/// escaped. Very long lists of events are cut with a note that says so.
std::string report_page(const trace::Trace& trace, const ShownVerdict& verdict);

}  // namespace rigor
