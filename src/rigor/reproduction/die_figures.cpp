// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <rigor/reproduction/bars.hpp>
#include <rigor/reproduction/figures.hpp>
#include <rigor/reproduction/points.hpp>
#include <rigor/reproduction/wording.hpp>

namespace rigor {
namespace {

/// Colours and words of the rules, in the order of the legend.
struct RuleLook {
  const char* rule;
  const char* words;
  int colour;
};
constexpr RuleLook kRules[] = {
    {"full", "longest step", 7},
    {"advancement", "apart: eqn:CA", 0},
    {"star", "vertex: Δt*", 2},
    {"dagger", "drift: Δt†", 4},
    {"transient", "transient: Δt_min", 1},
    {"floor", "floor: Δt_min", 6},
};

/// Every step by what limited it, against the time on the axis.
Figure steps_figure(const Findings& steps, const std::string& title, const PlotAxis& time,
                    const char* name, const std::string& caption) {
  Plot plot;
  plot.title = title;
  plot.x = time;
  plot.y = {"step, s", Scale::Log, {1e-9, 1e-1}};
  for (const RuleLook& look : kRules)
    if (steps.contains(look.rule))
      plot.series.push_back(
          {look.words, SeriesKind::Dots, look.colour, points_of(steps.at(look.rule))});
  plot.height = 320.0;
  return {name, svg(plot), caption};
}

Figure whole_figure(const Findings& die, const std::string& method, const char* name,
                    const std::string& caption) {
  return steps_figure(die.at("steps").at(method), method + ": every step, by what limited it",
                      {"time, s", Scale::Linear, {0.0, 2.0}}, name, caption);
}

Figure since_touch_figure(const Findings& die, const std::string& method, const char* name,
                          const std::string& caption) {
  return steps_figure(die.at("steps_since_touch").at(method),
                      method + ": every step since the first touch",
                      {"s since the first touch", Scale::Log, {1e-6, 1e1}}, name, caption);
}

Figure gap_figure(const Findings& die) {
  Plot plot;
  plot.title = "Height of the lowest vertex";
  plot.x = {"time, s", Scale::Linear, {0.0, 2.0}};
  plot.y = {"gap, m", Scale::Log, {1e-10, 10.0}};
  plot.series.push_back(
      {"printed", SeriesKind::Line, 1, points_of(die.at("gaps").at("paper printed"))});
  plot.series.push_back(
      {"corrected", SeriesKind::Line, 0, points_of(die.at("gaps").at("paper corrected"))});
  plot.levels.push_back({1e-6, "ε: nearer than this the die touches"});
  plot.levels.push_back({5e-9, "δ/2: what a certificate must keep"});
  plot.height = 320.0;
  return {
      "die-gap", svg(plot),
      "Lowest and highest height of the lowest vertex in each column of the figure. The printed "
      "method goes below the level at which anything can be proved, though not into the ground; "
      "the corrected one never does."};
}

Figure hover_figure(const Findings& die) {
  Plot plot;
  plot.title = "Two milliseconds of the first pivot";
  plot.x = {
      fmt::format("milliseconds since t = {:.4f} s", die.at("hover").at("from").get<double>()),
      Scale::Linear,
      {0.0, 2.0}};
  plot.series.push_back(
      {"printed, each step", SeriesKind::Dots, 1, points_of(die.at("hover").at("paper printed"))});
  plot.series.push_back({"", SeriesKind::Line, 1, points_of(die.at("hover").at("paper printed"))});
  plot.series.push_back({"corrected, each step", SeriesKind::Dots, 0,
                         points_of(die.at("hover").at("paper corrected"))});
  plot.y = {"height of the vertex, µm", Scale::Linear,
            rounded_out(y_range(plot.series, Scale::Linear, {0.0, 2.0}), Scale::Linear)};
  plot.y.range.low = 0.0;
  plot.levels.push_back({1.0, "ε"});
  plot.height = 280.0;
  return {
      "die-hover", svg(plot),
      "Why the printed method takes so many steps: the vertex on which the die pivots rises by "
      "φ̈ h²/2 in a step, leaves the band ε, falls back in ever shorter steps of eqn:CA, touches "
      "again. Each round is a \"change of the contact manifold\"."};
}

Figure cost_figure(const Findings& die) {
  std::vector<Bar> bars{
      {"the paper", 196.0, {}, "196 (102 changes)", 3},
      {"authors' program", 160.0, 354.0, "160 (no-slip) to 354 (µ = 1)", 3},
  };
  std::map<std::string, std::pair<double, double>> spread;  // over seeds
  for (const Findings& run : die.at("runs")) {
    const double changes = run.at("paper_changes").get<double>();
    if (changes == 0.0) continue;
    const double here =
        run.at(run.at("method") == "oracle" ? "segments" : "steps").get<double>() / changes;
    const auto [at, fresh] = spread.try_emplace(run.at("method"), here, here);
    at->second = {std::min(at->second.first, here), std::max(at->second.second, here)};
  }
  constexpr std::pair<const char*, int> kShown[] = {
      {"paper printed", 1}, {"paper corrected", 0}, {"oracle", 2}};
  for (const auto& [method, colour] : kShown) {
    if (spread.count(method) == 0) continue;
    const auto& [low, high] = spread.at(method);
    const bool one = low == high;
    Bar bar{method, low, {}, fmt::format("{:.3g}", low), colour};
    if (!one) {
      bar.to = high;
      bar.words = fmt::format("{:.3g} to {:.3g} over the seeds", low, high);
    }
    if (std::string(method) == "oracle") {
      bar.name = "oracle (segments)";
      bar.words += ", no steps of the paper";
    }
    bars.push_back(std::move(bar));
  }
  return {
      "die-cost",
      bars_svg("Steps per change of the contact manifold (the paper's count)",
               {"steps per change", Scale::Log, {0.1, 1000.0}}, bars),
      "The paper's ratio is met to an order of magnitude; with what the paper leaves open it can "
      "be anything in the table of readings below."};
}

}  // namespace

std::vector<Figure> die_figures(const Findings& die) {
  return {
      whole_figure(die, "paper printed", "die-steps-printed",
                   "Seed 0. Most steps are taken hovering just above ε (advancement) or at "
                   "Δt_min while a vertex leaves (transient)."),
      whole_figure(die, "paper corrected", "die-steps-corrected",
                   "The same throw with corrected bounds: no transient rule, no Δt†, no smallest "
                   "step."),
      since_touch_figure(die, "paper printed", "die-steps-printed-log",
                         "The same steps since the first touch, both axes logarithmic. From the "
                         "first one on a step of Δt† alternates with hundreds of steps of eqn:CA "
                         "three decades below it; nothing grows with the time since the touch."),
      since_touch_figure(die, "paper corrected", "die-steps-corrected-log",
                         "With corrected bounds steps grow in proportion to the time since the "
                         "touch, up to about a millisecond."),
      gap_figure(die),
      hover_figure(die),
      cost_figure(die)};
}

}  // namespace rigor
