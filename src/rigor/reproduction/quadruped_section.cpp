// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/reproduction/points.hpp>
#include <rigor/reproduction/quadruped.hpp>
#include <rigor/reproduction/wording.hpp>

namespace rigor {
namespace {

bool reached_its_end(const Findings& run) { return run.contains("trunk"); }

std::string law_words(const Findings& run) {
  return run.at("law") == "coulomb" ? "coulomb, µ = 1" : run.at("law").get<std::string>();
}

std::string changes_words(const Findings& run) {
  if (run.at("paper_changes").is_null()) return "not told";
  return fmt::format("{} ({})", counted(run.at("paper_changes").get<std::uint64_t>()),
                     counted(run.at("manifold_changes").get<std::uint64_t>()));
}

std::string ratio_words(const Findings& over, const Findings& under) {
  return over.is_null() || under.is_null() ? "-" : ratio(over.get<double>(), under.get<double>());
}

/// The paper's five numbers, and ours.
FactTable trot_table(const Findings& trot) {
  FactTable table{
      "One cycle. Changes: of the number of contact points of a foot to another that is not zero, "
      "as the paper counts; in brackets every change of a foot's set of contact points. The mean "
      "time between changes is the duration over their number; the smallest is between different "
      "instants. The oracle's stretches, one polynomial for each link, are no steps of the paper.",
      {"method", "law", "duration, s", "steps", "changes", "mean between, s", "smallest between, s",
       "mean step, s", "mean step / smallest between", "mean between / mean step", "smallest gap"},
      {{"the paper", "no_slip", "0.48 implied", "-", "317", "1.5e-3", "1.3e-7", "7.2e-6", "55",
        "213", "-"}}};
  const bool times = has_times(trot.at("runs"));
  if (times) {
    table.head.push_back("computing");
    table.rows[0].push_back("-");
  }
  for (const Findings& run : trot.at("runs")) {
    if (!reached_its_end(run)) continue;
    const double duration = run.at("time_end").get<double>();
    const auto steps = run.at("stretches").get<std::uint64_t>();
    const double mean = duration / static_cast<double>(steps);
    const bool oracle = run.at("method") == "oracle";
    std::vector<std::string> row{run.at("method"),
                                 law_words(run),
                                 shown(run.at("time_end")),
                                 counted(steps) + (oracle ? " stretches" : ""),
                                 changes_words(run),
                                 shown(run.at("between_mean"), 2),
                                 shown(run.at("between_min"), 2),
                                 shown(mean, 2),
                                 ratio_words(mean, run.at("between_min")),
                                 ratio_words(run.at("between_mean"), mean),
                                 gap_words(run)};
    if (times) row.push_back(wall_words(run));
    table.rows.push_back(std::move(row));
  }
  return table;
}

FactTable trunk_table(const Findings& trot) {
  FactTable table{
      "The body after one cycle, from the same start. MuJoCo's numbers are recorded "
      "ones, of a model of its own with round feet and steps of 2e-5 s; with its "
      "model the gait settles into a cycle at 0.2097 m/s.",
      {"method", "law", "x, m", "y, m", "height, m", "forward speed, m/s"},
      {{"MuJoCo", "µ = 1", "0.06817", "-0.00153", "0.15963", "0.1924"}}};
  for (const Findings& run : trot.at("runs")) {
    if (!reached_its_end(run)) continue;
    const auto number = [&](const char* key, int digits) {
      return fmt::format("{:.{}f}", run.at("trunk").at(key).get<double>(), digits);
    };
    table.rows.push_back({run.at("method"), law_words(run), number("x", 5), number("y", 5),
                          number("z", 5), number("v_x", 4)});
  }
  return table;
}

FactTable refusals_table(const Findings& trot) {
  FactTable table{"Methods that do not do it.", {"method", "reached, s", "why"}, {}};
  for (const Findings& run : trot.at("runs"))
    if (!reached_its_end(run))
      table.rows.push_back({run.at("method"), shown(run.at("time_end")), run.at("reason")});
  return table;
}

constexpr const char* kFootNames[] = {"left front", "right front", "left hind", "right hind"};

Figure feet_figure(const Findings& trot) {
  Plot plot;
  plot.title = "The quadruped's feet over one cycle (oracle)";
  plot.x = {"time, s", Scale::Linear, {0.0, 0.3}};
  plot.y = {"lowest vertex, mm; below: changes", Scale::Linear, {-10.0, 40.0}};
  for (std::size_t i = 0; i < trot.at("feet").size(); ++i) {
    const int colour = static_cast<int>(i);
    std::vector<PlotPoint> heights = points_of(trot.at("heights")[i]);
    for (PlotPoint& p : heights) p.y *= 1e3;
    plot.series.push_back({kFootNames[i % 4], SeriesKind::Line, colour, std::move(heights)});
    std::vector<PlotPoint> marks;
    for (const Findings& time : trot.at("touches")[i])
      marks.push_back({time.get<double>(), -2.0 * (static_cast<double>(i) + 1.0)});
    plot.series.push_back({"", SeriesKind::Dots, colour, std::move(marks)});
  }
  plot.levels.push_back({0.0, ""});
  plot.height = 360.0;
  return {"quadruped-feet", svg(plot),
          "Diagonal legs swing together. Each dot below zero is a change of the contact manifold "
          "of the foot with its colour: a foot of 1,000 vertices rolls over one vertex after the "
          "other while it stands."};
}

Figure between_figure(const Findings& trot) {
  Plot plot;
  plot.title = "Time since the last change of any foot's contacts (the paper's count)";
  plot.x = {"time, s", Scale::Linear, {0.0, 0.3}};
  plot.y = {"s", Scale::Log, {1e-8, 1e-1}};
  constexpr std::pair<const char*, int> kMethods[] = {{"oracle", 2}, {"paper corrected", 0}};
  for (const auto& [method, colour] : kMethods)
    if (trot.at("between").contains(method))
      plot.series.push_back(
          {method, SeriesKind::Dots, colour, points_of(trot.at("between").at(method))});
  plot.levels.push_back({1.5e-3, "paper: mean between changes"});
  plot.levels.push_back({7.2e-6, "paper: mean step"});
  plot.levels.push_back({1.3e-7, "paper: smallest between changes"});
  plot.height = 320.0;
  return {"quadruped-between", svg(plot),
          "A method that steps has to land on each of these changes. The paper's mean step lies "
          "between its mean and its smallest time between changes, by the factors 213 and 55."};
}

}  // namespace

Section quadruped_section(const Findings& quadruped) {
  Section section{"quadruped", "The trotting quadruped", {}};
  section.parts.push_back(Words{
      "A robot of 18 degrees of freedom with feet of 1,000 vertices trots for one gait cycle "
      "(scenes/quadruped.yaml). The body is that of the paper's robot; its gait, which came from "
      "a program that was not published with it, is one of our own: twelve motors follow six "
      "harmonics, one cycle takes 0.3 s. So the number of changes is another one, and only "
      "the ratios are worth comparing."});
  section.parts.push_back(trot_table(quadruped));
  section.parts.push_back(feet_figure(quadruped));
  section.parts.push_back(between_figure(quadruped));
  section.parts.push_back(trunk_table(quadruped));
  section.parts.push_back(refusals_table(quadruped));
  section.parts.push_back(Words{
      "The fixed-step methods take steps of 1 ms here: with the 10 ms of the other experiments "
      "explicit steps of the motors' dampers on links of 0.1 kg blow up. first_order takes motors "
      "at the end of its steps, of 5 ms here; its feet stand a small distance above the floor on "
      "several vertices, so changes of single ones are not told."});
  return section;
}

}  // namespace rigor
