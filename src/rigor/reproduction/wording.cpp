// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/reproduction/wording.hpp>

namespace rigor {
namespace {

/// Numbers below this are written with a power of ten, so that those of a column compare at a
/// glance.
constexpr double kSmall = 1e-2;

/// 8.24e-3.
std::string with_power(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  const auto e = text.find('e');
  return number_text(std::stod(text.substr(0, e)), digits) +
         fmt::format("e{}", std::stoi(text.substr(e + 1)));
}

}  // namespace

std::string counted(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

std::string shown(const Findings& number, int digits) {
  if (number.is_null()) return "-";
  const std::string text = number_text(number.get<double>(), digits);
  const double rounded = std::stod(text);
  const bool small = rounded != 0.0 && std::abs(rounded) < kSmall;
  return small ? with_power(rounded, digits) : text;
}

std::string ratio(double a, double b) {
  if (b == 0.0) return "-";
  return a / b >= 100.0 ? fmt::format("{:.0f}", a / b) : number_text(a / b, 2);
}

std::string gap_words(const Findings& run) {
  const std::string kind = run.at("gap_is");
  if (run.at("gap").is_null())
    return kind == "certified" ? "each step certified" : "no claim (" + kind + ")";
  const double gap = run.at("gap").get<double>();
  if (gap < -1e-3) return fmt::format("{:.1f} mm, {}", 1e3 * gap, kind);
  // A proved bound is never rounded up.
  const double value = kind == "proved" ? rounded_down(gap, 3) : gap;
  return fmt::format("{} m, {}", number_text(value, 3), kind);
}

std::string wall_words(const Findings& run) {
  if (!run.contains("wall")) return "";
  const double seconds = run.at("wall").get<double>();
  return seconds < 100.0 ? number_text(seconds, 2) + " s" : fmt::format("{:.0f} s", seconds);
}

bool has_times(const Findings& runs) { return !runs.empty() && runs[0].contains("wall"); }

}  // namespace rigor
