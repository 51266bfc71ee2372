// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include <rigor/cli/terminal.hpp>

namespace rigor {

bool colours_on_stdout() {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
}

std::string coloured(const std::string& text, int code, bool on) {
  return on ? fmt::format("\x1b[1;{}m{}\x1b[0m", code, text) : text;
}

std::string progress_text(const RunProgress& progress) {
  switch (progress.phase) {
    case RunPhase::Simulating:
      return fmt::format("simulating: t = {:.6f} s of {:g} s, {} segments, {} events",
                         progress.time, progress.until, progress.segments, progress.events);
    case RunPhase::Repeating:
      return fmt::format("going through what was done: t = {:.6f} s, {} segments", progress.time,
                         progress.segments);
    case RunPhase::Verifying:
      return fmt::format("verifying {} segments with exact arithmetic", progress.segments);
    case RunPhase::Reporting:
      break;
  }
  return "writing the report";
}

ProgressLine::ProgressLine(bool wanted) : live_(wanted && isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const RunProgress& progress) {
  if (!live_) return;
  constexpr std::chrono::milliseconds kPause(100);
  const auto now = std::chrono::steady_clock::now();
  const bool new_phase = progress.phase != phase_;
  if (!new_phase && now - last_ < kPause) return;
  last_ = now;
  phase_ = progress.phase;
  drawn_ = true;
  // Text first, then clear what is left of the old line: no flicker.
  fmt::print(stderr, "\r{}\x1b[K", progress_text(progress));
  std::fflush(stderr);
}

void ProgressLine::remove() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace rigor
