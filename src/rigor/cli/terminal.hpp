// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include <rigor/cli/pace.hpp>
#include <rigor/run/run_scene.hpp>

namespace rigor {

/// Whether to use colours on standard output: a terminal, and NO_COLOR is not set.
bool colours_on_stdout();

/// The text in bold and colour if `on`. Codes: 32 green, 31 red, 33 yellow.
std::string coloured(const std::string& text, int code, bool on);

/// Follows a run on standard error: on a terminal one line, at most ten times a second, rewritten
/// in place and removed at the end; elsewhere a plain line every ten seconds.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ~ProgressLine() { remove(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const RunProgress& progress);
  void remove();

 private:
  bool wanted_ = false;
  bool live_ = false;
  bool drawn_ = false;
  RunPhase phase_ = RunPhase::Simulating;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = began_;
  Pace pace_;
};

/// The text of the line; `pace` says how fast a simulation goes on.
std::string progress_text(const RunProgress& progress, const std::string& pace = "");

/// The text, or its beginning and "..." where it does not fit into a line of so many letters.
std::string fitted(const std::string& text, std::size_t columns);

}  // namespace rigor
