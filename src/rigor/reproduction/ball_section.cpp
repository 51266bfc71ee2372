// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/reproduction/figures.hpp>
#include <rigor/reproduction/wording.hpp>

namespace rigor {
namespace {

std::string velocity_words(const Findings& run) {
  const auto tidy = [](double v) { return std::abs(v) < 5e-4 ? 0.0 : v; };
  return fmt::format("({}, {})", number_text(tidy(run.at("velocity")[0].get<double>()), 3),
                     number_text(tidy(run.at("velocity")[1].get<double>()), 3));
}

std::vector<std::string> row_of(const std::string& method, const Findings& run) {
  const bool has_error = run.contains("error");
  return {method,
          shown(run.at("step")),
          counted(run.at("steps").get<std::uint64_t>()),
          !has_error                  ? "-"
          : run.at("error").is_null() ? "no contact"
                                      : fmt::format("{:.0f}°", run.at("error").get<double>()),
          run.at("above").get<bool>() ? "above" : "below",
          velocity_words(run),
          gap_words(run)};
}

}  // namespace

Section ball_section(const Findings& ball) {
  Section section{"ball", "A ball flies towards a box", {}};
  const Findings& oracle = ball.at("oracle");
  section.parts.push_back(Words{fmt::format(
      "The paper's three figures without numbers. The scene (scenes/ball-toward-box.yaml, Δt = 0.1 "
      "s) was searched for until every sentence of their captions holds, so it illustrates and "
      "tests nothing; such scenes are rare. Truth by the oracle, {}: impact at {:.8f} s, {:.2f} mm "
      "right of the edge, on top. A run matches if its first constraint is within 15° of the true "
      "normal and the ball ends on the true side.",
      gap_words(oracle), oracle.at("impact").get<double>(),
      1e3 * oracle.at("right_of_edge").get<double>())});
  for (Figure& figure : ball_figures(ball)) section.parts.push_back(std::move(figure));
  FactTable table{
      "The same in numbers, with the everyday method beside. A weak spot: at Δt/4 Stewart and "
      "Trinkle end on the right side and fail by the normal alone; Anitescu and Potra pass "
      "both at Δt/8 and fly off all the same. first_order never overlaps, and still meets "
      "the corner with large steps: no overlap is not the same as the right motion.",
      {"method", "step, s", "steps", "first normal off by", "side at the end", "velocity, m/s",
       "smallest gap"},
      {}};
  for (const auto& [method, runs] : ball.at("sheets").items())
    for (std::size_t i = 0; i < runs.size(); ++i)
      table.rows.push_back(row_of(
          method + (method == "paper" ? (i == 0 ? " printed" : " corrected") : ""), runs[i]));
  for (const Findings& run : ball.at("first_order"))
    table.rows.push_back(row_of("first_order", run));
  section.parts.push_back(std::move(table));
  return section;
}

}  // namespace rigor
