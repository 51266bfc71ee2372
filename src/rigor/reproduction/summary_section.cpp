// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/reproduction/summary_section.hpp>
#include <rigor/reproduction/wording.hpp>

namespace rigor {
namespace {

/// The run of `list` whose keys have these values; null if there is none.
const Findings& found(const Findings& list,
                      const std::vector<std::pair<const char*, Findings>>& by) {
  static const Findings kNone;
  for (const Findings& run : list) {
    bool same = true;
    for (const auto& [key, value] : by) same = same && run.at(key) == value;
    if (same) return run;
  }
  return kNone;
}

std::string steps_per_change(const Findings& run) {
  return ratio(run.at("steps").get<double>(), run.at("paper_changes").get<double>());
}

std::string steps_per_change_of_ours(const Findings& run) {
  return ratio(run.at("steps").get<double>(), run.at("manifold_changes").get<double>());
}

/// Least and most steps per change over the readings of what the paper leaves open.
std::string spread(const Findings& readings) {
  std::optional<double> least;
  std::optional<double> most;
  for (const Findings& run : readings) {
    const double changes = run.at("paper_changes").get<double>();
    if (changes == 0.0) continue;
    const double cost = run.at("steps").get<double>() / changes;
    least = std::min(least.value_or(cost), cost);
    most = std::max(most.value_or(cost), cost);
  }
  return least ? fmt::format("{:.0f} to {:.0f}", *least, *most) : "-";
}

void add_die(const Findings& die, FactTable& table) {
  const Findings& printed = found(die.at("runs"), {{"seed", 0}, {"method", "paper printed"}});
  const Findings& corrected = found(die.at("runs"), {{"seed", 0}, {"method", "paper corrected"}});
  const Findings& oracle = found(die.at("runs"), {{"seed", 0}, {"method", "oracle"}});
  table.rows.push_back(
      {"die: steps per change, as the paper counts", "196", "160 to 354", steps_per_change(printed),
       steps_per_change(corrected),
       fmt::format("{} segments for {} events in all", oracle.at("segments").get<int>(),
                   oracle.at("manifold_changes").get<int>())});
  table.rows.push_back({"die: with other ε, Δt_min, tol_φ", "not stated", "-",
                        spread(die.at("readings")), "-", "-"});
  table.rows.push_back({"die: steps per change of the manifold", "-", "-",
                        steps_per_change_of_ours(printed), steps_per_change_of_ours(corrected),
                        "-"});
  table.rows.push_back({"die: mean step", "2.7e-5 s", "5.3e-5, 7.7e-6 s",
                        shown(printed.at("mean_step")) + " s",
                        shown(corrected.at("mean_step")) + " s", "-"});
  table.rows.push_back({"die: smallest gap", "1e-8 m claimed", "-1.1 mm measured",
                        gap_words(printed), gap_words(corrected), gap_words(oracle)});
  if (has_times(die.at("runs")))
    table.rows.push_back({"die: computing, one processor", "-", "-", wall_words(printed),
                          wall_words(corrected), wall_words(oracle)});
}

void add_chain(const Findings& chain, FactTable& table) {
  const auto run = [&](const char* method) -> const Findings& {
    return found(chain.at("runs"),
                 {{"chain", "20 x 5 m"}, {"ground", 100.0001}, {"method", method}});
  };
  const Findings& printed = run("paper printed");
  const Findings& corrected = run("paper corrected");
  table.rows.push_back({"chain: mean step", "6.5e-3 s", "7.84e-3 s",
                        shown(printed.at("mean_step")) + " s",
                        shown(corrected.at("mean_step")) + " s", "-"});
  table.rows.push_back({"chain 20 x 5 m: nearest approach", "1e-4 m implied", "0.686 m",
                        fmt::format("{:.3f} m", printed.at("clearance").get<double>()),
                        fmt::format("{:.3f} m", corrected.at("clearance").get<double>()),
                        fmt::format("{:.3f} m", run("oracle").at("clearance").get<double>())});
}

void add_quadruped(const Findings& trot, FactTable& table) {
  const auto run = [&](const char* method) -> const Findings& {
    return found(trot.at("runs"), {{"law", "no_slip"}, {"method", method}});
  };
  const Findings& corrected = run("paper corrected");
  const Findings& oracle = run("oracle");
  table.rows.push_back(
      {"quadruped: steps per change", "213", "not published", "links must not touch",
       steps_per_change(corrected),
       fmt::format("{} stretches for {} changes", oracle.at("stretches").get<int>(),
                   oracle.at("paper_changes").get<int>())});
  table.rows.push_back({"quadruped: smallest gap", "-", "not published", "-", gap_words(corrected),
                        gap_words(oracle)});
}

void add_ball(const Findings& ball, FactTable& table) {
  const Findings& paper = ball.at("sheets").at("paper");
  table.rows.push_back({"ball and box: side, first normal", "right", "no scene published",
                        fmt::format("right, {} steps", paper[0].at("steps").get<int>()),
                        fmt::format("right, {} steps, proved", paper[1].at("steps").get<int>()),
                        "right, proved"});
}

std::uint64_t violations(const Findings& bounds, const char* form) {
  std::uint64_t sum = 0;
  for (const Findings& one : bounds.at("classes"))
    sum += one.at(form).at("violations").get<std::uint64_t>();
  return sum;
}

std::uint64_t trials_of(const Findings& bounds) {
  return bounds.at("trials").get<std::uint64_t>() * bounds.at("classes").size();
}

void add_bounds(const Findings& bounds, FactTable& table) {
  const std::uint64_t printed = violations(bounds, "printed");
  const std::uint64_t corrected = violations(bounds, "corrected");
  const std::uint64_t trials = trials_of(bounds);
  table.rows.push_back({"bounds of links: violations", "none (a proof)",
                        "0 of 200,000 of two kinds",
                        fmt::format("{} of {}", counted(printed), counted(trials)),
                        fmt::format("{} of {}", counted(corrected), counted(trials)), "-"});
}

/// What the table comes to, if what it takes was run.
std::string in_short(const Findings& findings) {
  if (!findings.contains("die") || !findings.contains("bounds")) return "";
  const Findings& runs = findings.at("die").at("runs");
  const Findings& bounds = findings.at("bounds");
  const std::uint64_t trials = trials_of(bounds);
  const double failed =
      100.0 * static_cast<double>(violations(bounds, "printed")) / static_cast<double>(trials);
  const std::uint64_t still = violations(bounds, "corrected");
  return fmt::format(
      "As printed, the method costs about what the paper reports ({} steps per change of "
      "contacts, 196 in the paper), and its bounds of links fail in {:.2g} % of the trials. The "
      "corrected bounds fail in {}; with them a change costs {} steps, and it is proved that "
      "nothing overlaps at any instant.",
      steps_per_change(found(runs, {{"seed", 0}, {"method", "paper printed"}})), failed,
      still == 0 ? "none" : counted(still),
      steps_per_change(found(runs, {{"seed", 0}, {"method", "paper corrected"}})));
}

}  // namespace

Section summary_section(const Findings& findings) {
  Section section{"summary", "True Rigidity, reproduced", {}};
  section.parts.push_back(Words{
      "The experiments of *True Rigidity: Interpenetration-free Multi-Body Simulation with "
      "Polytopic Contact* (Drumwright, WAFR 2016), run by Rigor: the paper's method as printed, "
      "with corrected bounds, and beside it the methods it compares itself with, the everyday "
      "method `first_order` and the oracle. Nothing is tuned to the paper's numbers. "
      "\"Authors' program\" is their published simulator, built and run."});
  if (const std::string lead = in_short(findings); !lead.empty())
    section.parts.push_back(Words{lead, true});
  FactTable table{"Paper, authors' program and ours, seed 0 of the die.",
                  {"", "paper", "authors' program", "ours, printed", "ours, corrected", "oracle"},
                  {}};
  if (findings.contains("die")) add_die(findings.at("die"), table);
  if (findings.contains("chain")) add_chain(findings.at("chain"), table);
  if (findings.contains("quadruped")) add_quadruped(findings.at("quadruped"), table);
  if (findings.contains("ball")) add_ball(findings.at("ball"), table);
  if (findings.contains("bounds")) add_bounds(findings.at("bounds"), table);
  section.parts.push_back(std::move(table));
  return section;
}

Section missing_section(const Findings& findings) {
  Section section{"missing", "What is not here", {}};
  section.parts.push_back(Words{
      "The authors' rules, where their program differs from the paper (spin clipped to 2π rad/s, "
      "full diagonals as radii, other steps while a contact leaves), are not offered as a "
      "method; their numbers above are from their program."});
  if (!findings.at("full").get<bool>())
    section.parts.push_back(
        Words{"This was the quick form: one seed of the die and few readings, 10,000 trials of the "
              "bounds, no proof of the chains in steps, no skims of their own, the quadruped under "
              "no_slip only. `rigor reproduce all "
              "--full` does the rest in about five minutes of two processors."});
  return section;
}

}  // namespace rigor
