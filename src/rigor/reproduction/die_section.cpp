// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/reproduction/figures.hpp>
#include <rigor/reproduction/section.hpp>
#include <rigor/reproduction/wording.hpp>

namespace rigor {
namespace {

double number(const Findings& run, const char* key) { return run.at(key).get<double>(); }

/// Numbers of the paper and of its authors' published program, built and run.
std::vector<std::vector<std::string>> their_rows() {
  return {
      {"the paper", "-", "102", "-", "196", "-", "2.7e-5", "-", "1e-8 m, claimed"},
      {"authors' program, no-slip", "34,158", "213", "-", "160", "-", "5.3e-5", "1.81",
       "3.2e-7 m, measured"},
      {"authors' program, µ = 1 (as published)", "234,776", "664", "-", "354", "-", "7.7e-6",
       "1.80", "-1.1 mm, measured"},
  };
}

FactTable methods_table(const Findings& die) {
  FactTable table{
      "Seed 0 with every method. Changes: of the number of contact points to another that is "
      "not zero (the paper's count), and of the contact manifold (ours). The oracle's "
      "segments are no steps of the paper.",
      {"method", "steps", "changes, paper's count", "changes, ours", "steps per change",
       "per change of ours", "mean step, s", "rest, s", "smallest gap"},
      their_rows()};
  const bool times = has_times(die.at("runs"));
  if (times) {
    table.head.push_back("computing");
    for (auto& row : table.rows) row.push_back("-");
  }
  for (const Findings& run : die.at("runs")) {
    if (run.at("seed") != 0) continue;
    const bool oracle = run.at("method") == "oracle";
    const auto steps = run.at(oracle ? "segments" : "steps").get<std::uint64_t>();
    const auto paper = run.at("paper_changes").get<std::uint64_t>();
    const auto ours = run.at("manifold_changes").get<std::uint64_t>();
    std::vector<std::string> row{
        run.at("method"),
        counted(steps) + (oracle ? " segments" : ""),
        paper == 0 ? "not told" : counted(paper),
        ours == 0 ? "not told" : counted(ours),
        ratio(static_cast<double>(steps), static_cast<double>(paper)) + (oracle ? " segments" : ""),
        ratio(static_cast<double>(steps), static_cast<double>(ours)) + (oracle ? " segments" : ""),
        oracle ? "-" : shown(run.at("mean_step")),
        run.contains("rest") ? fmt::format("{:.2f}", number(run, "rest")) : "never",
        gap_words(run)};
    if (times) row.push_back(wall_words(run));
    table.rows.push_back(std::move(row));
  }
  return table;
}

FactTable seeds_table(const Findings& die) {
  FactTable table{"All seeds: steps / changes by the paper's count / smallest gap.",
                  {"seed", "paper printed", "steps per change", "not provable", "paper corrected",
                   "steps per change", "oracle: segments"},
                  {}};
  std::vector<std::string> row;
  for (const Findings& run : die.at("runs")) {
    const auto steps = counted(run.at("steps").get<std::uint64_t>());
    const auto changes = counted(run.at("paper_changes").get<std::uint64_t>());
    const std::string cell = fmt::format("{} / {} / {}", steps, changes, gap_words(run));
    const std::string per = ratio(number(run, "steps"), number(run, "paper_changes"));
    if (run.at("method") == "paper printed")
      row = {std::to_string(run.at("seed").get<int>()), cell, per,
             counted(run.at("uncertified_steps").get<std::uint64_t>()) + " steps"};
    if (run.at("method") == "paper corrected") row.insert(row.end(), {cell, per});
    if (run.at("method") != "oracle") continue;
    row.push_back(counted(run.at("segments").get<std::uint64_t>()) + " / " + gap_words(run));
    table.rows.push_back(row);
  }
  return table;
}

FactTable second_table(const Findings& die) {
  FactTable table{
      "Where the centre is when the second vertex hits the ground. Behind it the motion is "
      "chaotic, and methods must not be compared. The oracle is the truth to 1e-9; explicit "
      "Euler with 0.01 s is late already at the first impact.",
      {"seed", "method", "time, s", "centre, m", "from paper corrected, m"},
      {}};
  std::vector<double> reference;
  const auto centre_of = [](const Findings& run) {
    return run.at("second_impact").at("centre").get<std::vector<double>>();
  };
  for (const int seed : {0, 2, 3, 4, 5, 6, 7, 8}) {
    for (const Findings& run : die.at("runs"))
      if (run.at("seed") == seed && run.at("method") == "paper corrected")
        reference = centre_of(run);
    for (const Findings& run : die.at("runs")) {
      const std::string method = run.at("method");
      if (run.at("seed") != seed || !run.contains("second_impact") ||
          (method.rfind("paper", 0) != 0 && method != "oracle"))
        continue;
      const std::vector<double> c = centre_of(run);
      const double off = std::hypot(c[0] - reference[0], c[1] - reference[1], c[2] - reference[2]);
      table.rows.push_back({std::to_string(seed), method,
                            fmt::format("{:.6f}", number(run.at("second_impact"), "time")),
                            fmt::format("{:.5f}, {:.5f}, {:.5f}", c[0], c[1], c[2]),
                            method == "paper corrected" ? "" : number_text(off, 2)});
    }
  }
  return table;
}

FactTable readings_table(const Findings& die) {
  FactTable table{
      "What the paper leaves open decides the ratio: the printed method with other ε, Δt_min "
      "and tol_φ. Beside the paper's 196 (authors' program 160 to 354) any of these could be "
      "\"agreement\"; none is evidence.",
      {"seed", "ε, m", "Δt_min, s", "tol_φ, m", "steps", "changes, paper's count",
       "steps per change", "smallest gap", "not provable"},
      {}};
  for (const Findings& run : die.at("readings"))
    table.rows.push_back({std::to_string(run.at("seed").get<int>()), shown(run.at("threshold")),
                          shown(run.at("min_step")), shown(run.at("dagger_tol")),
                          counted(run.at("steps").get<std::uint64_t>()) +
                              (run.at("stopped") == "rest" ? "" : " (not at rest)"),
                          counted(run.at("paper_changes").get<std::uint64_t>()),
                          ratio(number(run, "steps"), number(run, "paper_changes")), gap_words(run),
                          counted(run.at("uncertified_steps").get<std::uint64_t>())});
  return table;
}

}  // namespace

Section die_section(const Findings& die) {
  Section section{"die", "The die", {}};
  section.parts.push_back(Words{
      "A unit cube thrown onto a plane, no-slip, inelastic, Δt = 0.01 s; the start is what the "
      "authors' program draws with seed 0 (scenes/die.yaml). The paper states neither ε, Δt_min "
      "nor "
      "tol_φ: here ε = 1e-6 m, Δt_min = 1e-8 s, tol_φ = ε. \"Proved\" is the verdict of the exact "
      "checker for all t; \"measured\" is the smallest separation met."});
  section.parts.push_back(methods_table(die));
  std::vector<Figure> figures = die_figures(die);
  for (Figure& figure : figures) section.parts.push_back(std::move(figure));
  if (die.at("runs").size() > 6) section.parts.push_back(seeds_table(die));
  section.parts.push_back(readings_table(die));
  section.parts.push_back(second_table(die));
  return section;
}

}  // namespace rigor
