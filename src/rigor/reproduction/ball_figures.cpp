// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/reproduction/drawing.hpp>
#include <rigor/reproduction/figures.hpp>
#include <rigor/reproduction/points.hpp>

namespace rigor {
namespace {

constexpr double kScale = 100.0;  // units a metre
constexpr double kFrom = -3.15;   // x of the left border, m
constexpr double kTo = 4.4;       // and of the right one
constexpr double kHigh = 1.2;     // z of the upper border
constexpr double kLow = -0.6;
constexpr double kRadius = 0.1;  // of the ball
constexpr double kStrip = 182.0;
constexpr double kTop = 34.0;
constexpr double kLeft = 4.0;
constexpr double kWrong = 15.0;  // degrees: a first normal further off does not match

/// Places of the scene in one strip of the sheet.
struct Strip {
  double top = 0.0;

  PlotPoint at(double x, double z) const {
    return {kLeft + kScale * (x - kFrom), top + kScale * (kHigh - z)};
  }
};

std::string part_of(double step) {
  const double part = step / 0.1;
  if (part > 1.25) return "3Δt/2";
  if (part > 0.75) return "Δt";
  return fmt::format("Δt/{:.0f}", 1.0 / part);
}

void draw_constraints(Drawing& sheet, const Strip& strip, const Findings& run) {
  bool first = true;
  for (const Findings& constraint : run.at("constraints")) {
    const double x = constraint.at("point")[0].get<double>();
    const double z = constraint.at("point")[1].get<double>();
    const double nx = constraint.at("normal")[0].get<double>();
    const double nz = constraint.at("normal")[1].get<double>();
    sheet.arrow(strip.at(x, z), strip.at(x + 0.22 * nx, z + 0.22 * nz), first ? 6 : 4);
    if (first)
      sheet.line(strip.at(x - 0.4 * nz, z + 0.4 * nx), strip.at(x + 0.4 * nz, z - 0.4 * nx),
                 "half c6");
    first = false;
  }
}

void draw_ball(Drawing& sheet, const Strip& strip, const Findings& run) {
  std::set<std::size_t> constrained;
  for (const Findings& constraint : run.at("constraints"))
    constrained.insert(constraint.at("step").get<std::size_t>());
  const std::vector<PlotPoint> places = points_of(run.at("places"));
  std::vector<PlotPoint> path;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const PlotPoint centre = strip.at(places[k].x, places[k].y);
    path.push_back(centre);
    sheet.circle(centre, kScale * kRadius,
                 constrained.count(k) != 0 ? "ball dashed c6" : "ball c0");
  }
  sheet.polyline(path, "thin c0");
}

void write_verdict(Drawing& sheet, const Strip& strip, const Findings& run,
                   const std::string& label) {
  constexpr double kColumn = 768.0;
  const auto line = [&](int row, const std::string& words, bool good) {
    sheet.text({kColumn, strip.top + 24.0 + 22.0 * row}, words, good ? "good" : "bad");
  };
  sheet.text({kColumn, strip.top + 24.0}, label, "title");
  if (run.at("error").is_null()) {
    line(1,
         run.contains("missed") ? fmt::format("no contact, {:.0f} mm deep in a step",
                                              -1e3 * run.at("missed").get<double>())
                                : "no contact",
         false);
  } else {
    const double error = run.at("error").get<double>();
    line(1, fmt::format("first normal {:.0f}° off", error), error <= kWrong);
  }
  const bool above = run.at("above").get<bool>();
  line(2, above ? "ends above the box" : "ends below the box", above);
  const double vx = run.at("velocity")[0].get<double>();
  const double vz = run.at("velocity")[1].get<double>();
  line(3, fmt::format("at ({:.1f}, {:.1f}) m/s", vx + 0.0, std::abs(vz) < 0.05 ? 0.0 : vz),
       std::abs(vx - 15.0) < 0.1 && std::abs(vz) < 0.1);
}

Figure sheet_of(const Findings& ball, const char* method, const std::string& title,
                const char* name, const std::string& caption) {
  const Findings& runs = ball.at("sheets").at(method);
  const std::size_t count = std::min<std::size_t>(runs.size(), 5);
  Drawing sheet(1000.0, kTop + kStrip * static_cast<double>(count), title);
  sheet.text({kLeft, 20.0}, title, "title");
  const bool paper = std::string(method) == "paper";
  for (std::size_t i = 0; i < count; ++i) {
    const Strip strip{kTop + kStrip * static_cast<double>(i)};
    sheet.line({kLeft, strip.top}, {996.0, strip.top}, "grid");
    sheet.open_window({kLeft, strip.top + 1.0}, kScale * (kTo - kFrom), kStrip - 2.0);
    sheet.rectangle(strip.at(0.0, 0.0), kScale * 6.0, kScale * 0.1, "solid");
    draw_ball(sheet, strip, runs[i]);
    draw_constraints(sheet, strip, runs[i]);
    sheet.close_window();
    write_verdict(sheet, strip, runs[i],
                  paper ? std::string(i == 0 ? "printed" : "corrected") + ", at most Δt"
                        : "h = " + part_of(runs[i].at("step").get<double>()));
  }
  return {name, sheet.svg(), caption};
}

}  // namespace

std::vector<Figure> ball_figures(const Findings& ball) {
  const std::string legend =
      " Circles: the ball at the ends of steps, dashed and red where the step was constrained; red "
      "arrow and dashed line: the first constraint and its half-plane; truth: lands on top, 49 mm "
      "right of the edge, and slides on at (15, 0) m/s.";
  return {
      sheet_of(ball, "stewart_trinkle", "Stewart and Trinkle (fixed steps)", "ball-st",
               "The closest feature at the last free instant is the corner, so the first normal "
               "is wrong until h = Δt/8." +
                   legend),
      sheet_of(ball, "anitescu_potra", "Anitescu and Potra (fixed steps)", "ball-ap",
               "At the first overlapping instant the ball is past the middle of the thin box, so "
               "it is pushed out below; at Δt/8 it bounces off by its stabilisation." +
                   legend),
      sheet_of(ball, "paper", "The paper's method (steps of at most Δt)", "ball-paper",
               "Conservative advancement stops short of the surface, whatever Δt." + legend)};
}

}  // namespace rigor
