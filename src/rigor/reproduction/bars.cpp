// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/reproduction/bars.hpp>
#include <rigor/reproduction/drawing.hpp>

namespace rigor {
namespace {

constexpr double kWidth = 1000.0;
constexpr double kTop = 36.0;

}  // namespace

std::string bars_svg(const std::string& title, const PlotAxis& axis, const std::vector<Bar>& bars) {
  constexpr double kLeft = 250.0;
  constexpr double kRight = 760.0;
  constexpr double kRow = 30.0;
  constexpr double kThick = 18.0;
  const double bottom = kTop + kRow * static_cast<double>(bars.size());
  Drawing sheet(kWidth, bottom + 46.0, title);
  const auto x = [&](double value) { return kLeft + (kRight - kLeft) * fraction(axis, value); };
  sheet.text({10.0, 20.0}, title, "title");
  for (const Tick& tick : ticks(axis, 8)) {
    const double at = x(tick.value);
    sheet.line({at, kTop - 6.0}, {at, bottom}, tick.label.empty() ? "grid minor" : "grid");
    if (!tick.label.empty())
      sheet.text({at, bottom + 18.0}, number_text(tick.value), "tick middle");
  }
  sheet.text({0.5 * (kLeft + kRight), bottom + 38.0}, axis.label, "label middle");
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double y = kTop + kRow * static_cast<double>(i);
    const double from = bar.to ? x(bar.value) : kLeft;
    const double to = x(bar.to.value_or(bar.value));
    sheet.rectangle({from, y}, std::max(2.0, to - from), kThick,
                    fmt::format("bar c{}", bar.colour));
    sheet.text({kLeft - 10.0, y + 14.0}, bar.name, "end");
    sheet.text({to + 10.0, y + 14.0}, bar.words, "note");
  }
  return sheet.svg();
}

std::string bar_groups_svg(const BarGroups& groups) {
  constexpr double kLeft = 74.0;
  constexpr double kBottom = 276.0;
  const double right = kWidth - 16.0;
  double most = 1.0;
  for (const auto& row : groups.values)
    for (const double value : row) most = std::max(most, value);
  const PlotAxis axis{"", Scale::Linear, rounded_out({0.0, most}, Scale::Linear)};
  Drawing sheet(kWidth, 320.0, groups.title);
  sheet.text({kLeft, 20.0}, groups.title, "title");
  const auto y = [&](double value) { return kBottom - (kBottom - 48.0) * fraction(axis, value); };
  for (const Tick& tick : ticks(axis, 6)) {
    sheet.line({kLeft, y(tick.value)}, {right, y(tick.value)}, "grid");
    sheet.text({kLeft - 8.0, y(tick.value) + 4.0}, number_text(tick.value), "tick end");
  }
  const double wide = (right - kLeft) / static_cast<double>(groups.ticks.size());
  const double thick = 0.8 * wide / static_cast<double>(groups.names.size());
  for (std::size_t g = 0; g < groups.ticks.size(); ++g) {
    const double start = kLeft + wide * (static_cast<double>(g) + 0.1);
    for (std::size_t n = 0; n < groups.names.size(); ++n) {
      const double top = y(groups.values[n][g]);
      sheet.rectangle({start + thick * static_cast<double>(n), top}, thick - 2.0, kBottom - top,
                      fmt::format("bar c{}", groups.colours[n]));
      if (groups.values[n][g] > 0.0)
        sheet.text({start + thick * (static_cast<double>(n) + 0.5) - 1.0, top - 4.0},
                   number_text(groups.values[n][g], 4), "tick middle");
    }
    sheet.text({start + 0.4 * wide, kBottom + 18.0}, groups.ticks[g], "tick middle");
  }
  sheet.line({kLeft, kBottom}, {right, kBottom}, "axis");
  sheet.text({0.5 * (kLeft + right), kBottom + 38.0}, groups.x_label, "label middle");
  double legend = right;
  for (std::size_t n = groups.names.size(); n-- > 0;) {
    legend -= 7.0 * static_cast<double>(groups.names[n].size()) + 26.0;
    sheet.rectangle({legend, 10.0}, 12.0, 12.0, fmt::format("bar c{}", groups.colours[n]));
    sheet.text({legend + 17.0, 20.0}, groups.names[n], "note");
  }
  return sheet.svg();
}

}  // namespace rigor
