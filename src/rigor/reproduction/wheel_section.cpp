// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/reproduction/figures.hpp>
#include <rigor/reproduction/points.hpp>
#include <rigor/reproduction/wording.hpp>

namespace rigor {
namespace {

FactTable slopes_table(const Findings& wheel) {
  FactTable table{
      "The oracle against the closed form (an inverted pendulum on each spoke, 3/4 of the "
      "angular velocity kept at each impact), from 0.4 rad/s just after an impact. It holds "
      "as long as the wheel neither falls back nor leaves the ground: on the two steepest "
      "slopes the ground would have to pull before the gait settles, so their periods are those "
      "of a wheel held to the ground.",
      {"slope, rad", "fixed point, rad/s", "least to go on, rad/s", "period, s",
       "what the wheel does", "impacts compared", "largest difference, s", "smallest gap"},
      {}};
  for (const Findings& run : wheel.at("slopes"))
    table.rows.push_back(
        {shown(run.at("slope")), fmt::format("{:.6f}", run.at("fixed_spin").get<double>()),
         fmt::format("{:.4f}", run.at("least_spin").get<double>()),
         run.at("period").is_null() ? "none"
                                    : fmt::format("{:.6f}", run.at("period").get<double>()),
         run.at("ending"), std::to_string(run.at("expected").size()),
         shown(run.at("difference"), 2), gap_words(run)});
  return table;
}

FactTable order_table(const Findings& wheel) {
  FactTable table{"The third impact on the slope of 0.2 rad by methods that step in time.",
                  {"method", "longest step, s", "steps", "error, s", "smallest gap"},
                  {}};
  for (const Findings& run : wheel.at("order"))
    table.rows.push_back({run.at("method"), shown(run.at("step")),
                          counted(run.at("steps").get<std::uint64_t>()), shown(run.at("error")),
                          gap_words(run)});
  return table;
}

}  // namespace

std::vector<Figure> wheel_figures(const Findings& wheel) {
  std::map<std::string, std::vector<PlotPoint>> errors;
  for (const Findings& run : wheel.at("order"))
    if (!run.at("error").is_null())
      errors[run.at("method")].push_back(
          {run.at("step").get<double>(), std::abs(run.at("error").get<double>())});
  Plot plot;
  plot.title = "Error of the third impact's time";
  plot.x = {"longest step, s", Scale::Log, {1e-3, 0.03}};
  plot.y = {"error, s", Scale::Log, {1e-4, 1e-1}};
  int colour = 0;
  for (const auto& [method, points] : errors) {
    plot.series.push_back({method, SeriesKind::Dots, colour, points});
    plot.series.push_back({"", SeriesKind::Line, colour, points});
    ++colour;
  }
  plot.series.push_back(
      {"proportional to the step", SeriesKind::Line, 7, {{1.25e-3, 1e-3}, {0.02, 1.6e-2}}});
  return {
      {"wheel-order", svg(plot),
       "Errors have both signs and cross zero, so they need not fall on a line. The paper's steps "
       "are chosen by its bounds while the wheel pivots, a millisecond on average, whatever Δt."}};
}

Section wheel_section(const Findings& wheel) {
  Section section{"wheel", "The rimless wheel", {}};
  section.parts.push_back(Words{
      "A hexagonal prism (R = 1 m, m = 1 kg, I = 1 kg m² about its axle, g = 1 m/s²) rolls down a "
      "slope, given by tilted gravity: one of the authors' examples, and one with a closed form. "
      "Their formula assumes another inertia than their scene has; here it is that of the scene."});
  section.parts.push_back(slopes_table(wheel));
  for (Figure& figure : wheel_figures(wheel)) section.parts.push_back(std::move(figure));
  section.parts.push_back(order_table(wheel));
  return section;
}

}  // namespace rigor
