// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/classic/advancement.hpp>
#include <rigor/reproduction/drawing.hpp>
#include <rigor/reproduction/figures.hpp>
#include <rigor/reproduction/points.hpp>
#include <rigor/reproduction/wording.hpp>

namespace rigor {
namespace {

/// A histogram of log10(bound/true) from -1 to 3; what is violated in red.
void small_histogram(Drawing& sheet, const Findings& form, double left, double bottom) {
  constexpr double kWide = 330.0;
  constexpr double kHigh = 34.0;
  const std::vector<double> bins = form.at("bins").get<std::vector<double>>();
  const double most = *std::max_element(bins.begin(), bins.end());
  const double wide = kWide / static_cast<double>(bins.size());
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (bins[i] == 0.0) continue;
    const double high = std::max(1.5, kHigh * bins[i] / most);
    sheet.rectangle({left + wide * static_cast<double>(i), bottom - high}, wide - 1.0, high,
                    i < 10 ? "bar c6" : "bar c0");
  }
  sheet.line({left, bottom}, {left + kWide, bottom}, "axis");
  const double one = left + 0.25 * kWide;
  sheet.line({one, bottom - kHigh - 4.0}, {one, bottom + 3.0}, "level");
}

Figure tightness_figure(const Findings& bounds) {
  constexpr double kRow = 48.0;
  const Findings& classes = bounds.at("classes");
  const double bottom = 60.0 + kRow * static_cast<double>(classes.size());
  Drawing sheet(1000.0, bottom + 34.0, "Bounds of links");
  sheet.text({10.0, 20.0}, "Bound over true way, in random chains of nine kinds", "title");
  sheet.text({300.0, 44.0}, "as printed", "note");
  sheet.text({660.0, 44.0}, "corrected", "note");
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const double y = 60.0 + kRow * static_cast<double>(i + 1) - 6.0;
    sheet.text({10.0, y - 10.0}, classes[i].at("name"), "");
    small_histogram(sheet, classes[i].at("printed"), 300.0, y);
    small_histogram(sheet, classes[i].at("corrected"), 660.0, y);
  }
  for (const double left : {300.0, 660.0})
    for (const auto& [share, label] :
         {std::pair{0.0, "0.1"}, {0.25, "1"}, {0.5, "10"}, {0.75, "100"}})
      sheet.text({left + 330.0 * share, bottom + 14.0}, label, "tick middle");
  return {
      "bounds-tightness", sheet.svg(),
      "Left of 1 (red) the point moved further than the bound allows: the printed form fails where "
      "its derivation has a gap. Bars are at least one and a half units high, so that rare "
      "violations can be seen."};
}

Figure series_figure(const Findings& bounds) {
  Plot plot;
  plot.title = "Conservative advancement: the distance left before each step";
  plot.x = {"step", Scale::Linear, {0.0, 140.0}};
  plot.y = {"distance, m", Scale::Log, {1e-7, 1.0}};
  int colour = 0;
  for (const Findings& run : bounds.at("series")) {
    const double tightness = run.at("tightness").get<double>();
    std::vector<PlotPoint> line;
    for (int k = 0; k <= run.at("expected").get<int>(); ++k)
      line.push_back({static_cast<double>(k), distance_before({1.0, 1.0, tightness}, k)});
    plot.series.push_back({"", SeriesKind::Line, colour, line});
    plot.series.push_back({fmt::format("α = {}", tightness), SeriesKind::Dots, colour,
                           points_of(run.at("distances"))});
    ++colour;
  }
  for (const Findings& run : bounds.at("prism"))
    plot.series.push_back({fmt::format("64-gon, {} rad/s", run.at("spin").get<double>()),
                           SeriesKind::Steps, 7, points_of(run.at("distances"))});
  plot.levels.push_back({1e-6, "ε"});
  plot.height = 340.0;
  return {
      "bounds-advancement", svg(plot),
      "Lines: the geometric series of eqn:CA-rate; dots: repeated advancement; steps: a prism of "
      "64 sides that falls at 1 m/s and spins about its level axis, for which α = v/(v + |ω| r) "
      "up to the corners of the polygon."};
}

}  // namespace

std::vector<Figure> bounds_figures(const Findings& bounds) {
  return {tightness_figure(bounds), series_figure(bounds)};
}

Section bounds_section(const Findings& bounds) {
  Section section{"bounds", "The bounds, tried", {}};
  const auto trials = bounds.at("trials").get<std::uint64_t>();
  section.parts.push_back(Words{fmt::format(
      "How far does a point of a link move along a direction within a second, and what does "
      "eqn:CA-multibody allow? {} random chains of each kind, half of the directions along the "
      "point's velocity. The authors' own trial (all joints revolute, or with sliders of no fixed "
      "length) has no violation, and none is found in those kinds here.",
      counted(trials))});
  FactTable table{"Violations of the bounds of links.",
                  {"chains", "printed: violations", "worst true/bound", "median bound/true",
                   "corrected: violations", "median bound/true"},
                  {}};
  for (const Findings& one : bounds.at("classes")) {
    const Findings& printed = one.at("printed");
    const Findings& corrected = one.at("corrected");
    table.rows.push_back({one.at("name"), counted(printed.at("violations").get<std::uint64_t>()),
                          printed.at("violations") == 0 ? "-" : shown(printed.at("worst")),
                          shown(printed.at("median"), 2),
                          counted(corrected.at("violations").get<std::uint64_t>()),
                          shown(corrected.at("median"), 2)});
  }
  section.parts.push_back(std::move(table));
  for (Figure& figure : bounds_figures(bounds)) section.parts.push_back(std::move(figure));
  FactTable series{"Steps of advancement until 1e-6 m are left of 1 m.",
                   {"approach", "steps", "by the series"},
                   {}};
  for (const Findings& run : bounds.at("series"))
    series.rows.push_back({fmt::format("α = {}", run.at("tightness").get<double>()),
                           std::to_string(run.at("steps").get<int>()),
                           std::to_string(run.at("expected").get<int>())});
  for (const Findings& run : bounds.at("prism"))
    series.rows.push_back({fmt::format("64-gon at {} rad/s, α = {}", run.at("spin").get<double>(),
                                       run.at("tightness").get<double>()),
                           std::to_string(run.at("steps").get<int>()),
                           std::to_string(run.at("expected").get<int>())});
  section.parts.push_back(std::move(series));
  return section;
}

}  // namespace rigor
