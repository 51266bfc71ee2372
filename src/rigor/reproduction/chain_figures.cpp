// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/reproduction/bars.hpp>
#include <rigor/reproduction/chain_watch.hpp>
#include <rigor/reproduction/drawing.hpp>
#include <rigor/reproduction/figures.hpp>
#include <rigor/reproduction/points.hpp>

namespace rigor {
namespace {

/// The chain every half second, over the ground.
Figure strobe_figure(const Findings& chain) {
  constexpr double kScale = 4.0;  // units a metre
  constexpr double kTop = 46.0;
  const auto at = [](const PlotPoint& p) {
    return PlotPoint{430.0 + kScale * p.x, kTop - kScale * p.y};
  };
  Drawing sheet(1000.0, kTop + kScale * 112.0, "The chain");
  sheet.text({10.0, 20.0}, "The chain of 20 x 5 m every half second (oracle)", "title");
  sheet.rectangle({10.0, at({0.0, -100.0001}).y}, 980.0, 10.0, "solid");
  sheet.text({14.0, at({0.0, -100.0}).y - 6.0}, "ground, 100.0001 m below the first hinge", "note");
  const Findings& strobes = chain.at("strobes");
  for (std::size_t i = 0; i < strobes.size(); ++i) {
    std::vector<PlotPoint> hinges = points_of(strobes[i]);
    for (PlotPoint& p : hinges) p = at(p);
    sheet.polyline(hinges, fmt::format("curve c{}", i % 2 == 0 ? 0 : 5));
    for (const PlotPoint& p : hinges) sheet.circle(p, 1.6, "dots c0");
    if (i != 1)  // too near to the first
      sheet.text({hinges.back().x + 6.0, hinges.back().y + 4.0},
                 fmt::format("{:.1f} s", 0.5 * static_cast<double>(i)), "note");
  }
  sheet.circle(at({0.0, 0.0}), 4.0, "dots c1");
  return {"chain-strobe", sheet.svg(),
          "Released from the horizontal at 0 s. The end lags behind, which is why a chain of 100 m "
          "misses ground that is 100.0001 m below."};
}

/// Heights around the nadir.
Figure nadir_figure(const Findings& chain) {
  Plot plot;
  plot.title = "20 x 5 m: the lowest corner around the nadir";
  constexpr std::pair<const char*, int> kShown[] = {
      {"paper printed", 1}, {"paper corrected", 0}, {"oracle", 2}};
  plot.x = {"time, s", Scale::Linear, {4.36, 4.6}};
  plot.y = {"above the ground, m", Scale::Linear, {0.0, 5.0}};
  for (const auto& [method, colour] : kShown) {
    std::vector<PlotPoint> points = points_of(chain.at("heights").at(method));
    std::erase_if(points, [&](const PlotPoint& p) {
      return p.x < plot.x.range.low || p.x > plot.x.range.high || p.y > plot.y.range.high;
    });
    plot.series.push_back({method, SeriesKind::Line, colour, std::move(points)});
  }
  plot.levels.push_back({0.686, "the authors' data: 0.686 m, not explained"});
  plot.height = 300.0;
  return {
      "chain-nadir", svg(plot),
      "The clearance of each method. Explicit Euler with steps up to 0.01 s is off by centimetres "
      "here, and the bound changes the motion through the steps it allows."};
}

Figure histogram(const Findings& chain, const std::string& which, const std::string& name,
                 double ground) {
  BarGroups groups;
  groups.title = which + ": how often steps of each size were taken";
  groups.x_label = "step, milliseconds";
  for (std::size_t i = 0; i < kStepBins; ++i)
    groups.ticks.push_back(fmt::format("{} to {}", i, i + 1));
  for (const Findings& run : chain.at("runs")) {
    const std::string method = run.at("method");
    if (run.at("chain") != which || run.at("ground").get<double>() != ground || method == "oracle")
      continue;
    groups.names.push_back(method);
    groups.values.push_back(run.at("bins").get<std::vector<double>>());
    groups.colours.push_back(method == "paper printed" ? 1 : 0);
  }
  return {
      name, bar_groups_svg(groups),
      "The paper's histogram (fig. hist) has its smallest step at 6.17e-4 s, a mean of 6.5e-3 s "
      "and most steps at 0.01 s. All steps of `first_order` are of one size, "
      "and the oracle takes no such steps."};
}

}  // namespace

std::vector<Figure> chain_figures(const Findings& chain) {
  return {strobe_figure(chain), nadir_figure(chain),
          histogram(chain, "20 x 5 m", "chain-histogram-20", authors_chain().ground),
          histogram(chain, "100 x 1 m", "chain-histogram-100", stated_chain().ground)};
}

}  // namespace rigor
