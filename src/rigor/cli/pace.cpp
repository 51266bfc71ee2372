// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/cli/pace.hpp>

namespace rigor {
namespace {

/// The pace is that of the last so many seconds of the clock.
constexpr double kMemory = 10.0;
/// Less time than this says nothing.
constexpr double kFirstWord = 2.0;
/// A run that makes so many segments for so little time is stalled.
constexpr std::uint64_t kManySegments = 1000;
constexpr double kLittleTime = 1e-6;
/// So is one in which so many events follow each other at one instant.
constexpr std::uint64_t kManyEvents = 50;

}  // namespace

std::string grouped(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string duration_text(double seconds) {
  if (seconds < 90.0) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  if (seconds < 5400.0) return fmt::format("{:.0f} min", std::ceil(seconds / 60.0));
  if (seconds < 3600.0 * 48) return fmt::format("{:.1f} h", seconds / 3600.0);
  return fmt::format("{:.0f} days", std::ceil(seconds / 86400.0));
}

void Pace::add(const RunProgress& progress, double wall) {
  samples_.push_back({wall, progress.time, progress.segments, progress.events});
  while (samples_.size() > 2 && samples_[1].wall < wall - kMemory) samples_.pop_front();
  until_ = progress.until;
  pair_ = progress.pair;
}

std::string Pace::text() const {
  if (samples_.empty()) return {};
  const Sample& first = samples_.front();
  const Sample& last = samples_.back();
  const double wall = last.wall - first.wall;
  const double time = last.time - first.time;
  const std::uint64_t segments = last.segments - first.segments;
  if (wall < kFirstWord) return {};
  const std::string where = pair_.empty() ? "" : ", " + pair_;
  if (time < kLittleTime && segments >= kManySegments) {
    return fmt::format("stalled: {} segments for the last {:.1g} s{}", grouped(segments), time,
                       where);
  }
  if (const std::uint64_t events = last.events - first.events;
      !(time > 0.0) && events >= kManyEvents)
    return fmt::format("stalled: {} events at {:.9g} s{}", grouped(events), last.time, where);
  if (!(time > 0.0)) return {};
  const double rate = time / wall;
  return fmt::format("at most about {} left, {:.2g} s simulated per second",
                     duration_text((until_ - last.time) / rate), rate);
}

}  // namespace rigor
