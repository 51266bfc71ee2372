// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <rigor/cli/terminal.hpp>

namespace rigor {
namespace {

/// How many letters a line of standard error holds; 80 where the terminal does not say.
std::size_t columns_of_stderr() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace

bool colours_on_stdout() {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
}

std::string coloured(const std::string& text, int code, bool on) {
  return on ? fmt::format("\x1b[1;{}m{}\x1b[0m", code, text) : text;
}

std::string fitted(const std::string& text, std::size_t columns) {
  if (text.size() < columns) return text;
  return columns < 5 ? std::string() : text.substr(0, columns - 4) + "...";
}

std::string progress_text(const RunProgress& progress, const std::string& pace) {
  switch (progress.phase) {
    case RunPhase::Simulating:
      return fmt::format("simulating: t = {:.6f} s of {:g} s{}; {} segments, {} events",
                         progress.time, progress.until, pace.empty() ? "" : "; " + pace,
                         grouped(progress.segments), grouped(progress.events));
    case RunPhase::Repeating:
      return fmt::format("replaying what was already computed: t = {:.6f} s, {} segments",
                         progress.time, progress.segments);
    case RunPhase::Verifying:
      return fmt::format("verifying {} segments{}", grouped(progress.segments),
                         progress.total == 0
                             ? ""
                             : fmt::format(": {} % done", 100 * progress.done / progress.total));
    case RunPhase::Reporting:
      break;
  }
  return "writing the report";
}

ProgressLine::ProgressLine(bool wanted)
    : wanted_(wanted), live_(wanted && isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const RunProgress& progress) {
  if (!wanted_) return;
  const std::chrono::milliseconds pause(live_ ? 100 : 10'000);
  const auto now = std::chrono::steady_clock::now();
  const bool new_phase = live_ && progress.phase != phase_;
  if (!new_phase && now - last_ < pause) return;
  last_ = now;
  if (progress.phase != phase_) pace_ = Pace();
  phase_ = progress.phase;
  const bool simulating = progress.phase == RunPhase::Simulating;
  if (simulating) pace_.add(progress, std::chrono::duration<double>(now - began_).count());
  const std::string text = progress_text(progress, simulating ? pace_.text() : "");
  drawn_ = live_;
  // Text first, then clear what is left of the old line: no flicker. A line that is broken in two
  // could not be rewritten.
  if (live_) {
    fmt::print(stderr, "\r{}\x1b[K", fitted(text, columns_of_stderr()));
  } else {
    fmt::print(stderr, "{}\n", text);
  }
  std::fflush(stderr);
}

void ProgressLine::remove() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace rigor
