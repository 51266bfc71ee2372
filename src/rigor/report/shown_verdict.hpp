// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <rigor/verification/verdict.hpp>

namespace rigor {

/// What a page may claim about a run.
enum class Claim {
  Proved,      ///< the checker proved every claim of the trace
  Refused,     ///< the checker found a claim false or could not prove it
  Measured,    ///< nothing of this kind is ever proved (baselines)
  NotChecked,  ///< the checker did not run
};

/// A verdict in words, ready to be shown. Plain text throughout.
struct ShownVerdict {
  Claim claim = Claim::NotChecked;
  std::string headline;
  std::string detail;
  std::string checker{};            ///< what checked it, by which arithmetic; empty if nothing did
  std::optional<double> min_gap{};  ///< metres; only if proved and there is a pair
  std::optional<double> min_gap_time{};   ///< seconds: about when
  std::string min_gap_pair{};             ///< of which two
  std::optional<double> first_failure{};  ///< seconds: the first instant that is not proved
  std::vector<std::pair<std::string, std::string>> proved{};    ///< what, value
  std::vector<std::pair<std::string, std::string>> measured{};  ///< what, value
  std::vector<std::string> failures{};                          ///< each with where and when
};

/// The checker's verdict in words. `trace` gives the names.
ShownVerdict shown(const verification::Verdict& verdict, const trace::Trace& trace);

/// For a trace that was not checked.
ShownVerdict not_checked();

}  // namespace rigor
