// SPDX-License-Identifier: Apache-2.0
// docs/reproduction.json was written by `rigor reproduce all --full`: a part of it is run again,
// and page and figures in docs/ must be what the file gives.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include <rigor/reproduction/ball.hpp>
#include <rigor/reproduction/chain.hpp>
#include <rigor/reproduction/die.hpp>
#include <rigor/reproduction/quadruped.hpp>
#include <rigor/reproduction/reproduce.hpp>
#include <rigor/reproduction/wheel.hpp>

#include "recorded.hpp"

namespace rigor {
namespace {

using testing::file_text;
using testing::quiet_settings;
using testing::recorded;

const std::string kDocs = RIGOR_DOCS;

/// Counts may differ by one, other numbers by 1e-6 of their size; words not at all. `compared`
/// counts the numbers.
void expect_same(const Findings& now, const Findings& then, const std::string& where,
                 int& compared) {
  if (then.is_object()) {
    for (const auto& [key, value] : then.items()) {
      ASSERT_TRUE(now.contains(key)) << where << "." << key;
      expect_same(now[key], value, where + "." + key, compared);
    }
  } else if (then.is_array()) {
    ASSERT_EQ(now.size(), then.size()) << where;
    for (std::size_t i = 0; i < then.size(); ++i)
      expect_same(now[i], then[i], where + "[" + std::to_string(i) + "]", compared);
  } else if (then.is_number_integer()) {
    ++compared;
    EXPECT_LE(std::abs(now.get<double>() - then.get<double>()), 1.0) << where;
  } else if (then.is_number()) {
    ++compared;
    EXPECT_NEAR(now.get<double>(), then.get<double>(), 1e-6 * (1.0 + std::abs(then.get<double>())))
        << where;
  } else {
    EXPECT_EQ(now, then) << where;
  }
}

/// Full findings hold more steps than quick ones, behind those they share.
Findings first_runs(const Findings& list, std::size_t count) {
  Findings out = Findings::array();
  for (std::size_t i = 0; i < count; ++i) out.push_back(list[i]);
  return out;
}

TEST(Reproduction, BallIsAsRecorded) {
  const Findings ball = reproduce_ball(quiet_settings());
  int compared = 0;
  for (const char* method : {"stewart_trinkle", "anitescu_potra", "paper"}) {
    const Findings& now = ball["sheets"][method];
    expect_same(now, first_runs(recorded()["ball"]["sheets"][method], now.size()), method,
                compared);
  }
  expect_same(ball["oracle"], recorded()["ball"]["oracle"], "oracle", compared);
  EXPECT_GT(compared, 500);
}

/// Without the runs of first_order, whose numbers change with that method's own work.
Findings without_first_order(const Findings& runs) {
  Findings out = Findings::array();
  for (const Findings& run : runs)
    if (run["method"] != "first_order") out.push_back(run);
  return out;
}

TEST(Reproduction, WheelIsAsRecorded) {
  int compared = 0;
  const Findings now = reproduce_wheel(quiet_settings());
  const Findings& then = recorded()["wheel"];
  expect_same(now["slopes"], then["slopes"], "slopes", compared);
  expect_same(without_first_order(now["order"]), without_first_order(then["order"]), "order",
              compared);
  EXPECT_GT(compared, 100);
}

TEST(Reproduction, ChainIsAsRecorded) {
  int compared = 0;
  for (const Findings& then : recorded()["chain"]["runs"]) {
    if (then["chain"] != "20 x 5 m") continue;
    ChainRun run{"chain", authors_chain()};
    if (then["method"] != "oracle") run.method = Method::Paper;
    if (then["method"] == "paper printed") run.bounds = Bounds::Printed;
    Findings expected = then;
    expected.erase("gap");  // the checker's, which takes longer than this test may
    expected.erase("gap_is");
    expect_same(run_chain(quiet_settings(), run), expected, then["method"], compared);
  }
  EXPECT_GT(compared, 50);
}

// The quick form proves less, and has no run under Coulomb friction.
TEST(Reproduction, QuadrupedIsAsRecorded) {
  int compared = 0;
  const Findings now = reproduce_quadruped(quiet_settings());
  const Findings& then = recorded()["quadruped"];
  for (Findings run : then["runs"]) {
    if (run["law"] != "no_slip" || run["method"] == "first_order") continue;
    if (run["method"] == "paper corrected") {
      run.erase("gap");
      run.erase("gap_is");
    }
    for (const Findings& again : now["runs"])
      if (again["method"] == run["method"]) expect_same(again, run, run["method"], compared);
  }
  expect_same(now["heights"], then["heights"], "heights", compared);
  EXPECT_GT(compared, 1000);
}

TEST(Reproduction, DieIsAsRecordedUpToItsSecondImpact) {
  int compared = 0;
  double until = 0.0;
  for (const Findings& then : recorded()["die"]["runs"])
    if (then["seed"] == 0 && then["method"] == "paper corrected")
      until = then["second_impact"]["time"].get<double>() + 1e-3;
  ASSERT_GT(until, 0.9);
  for (const Findings& now : die_runs(quiet_settings(), 0, until))
    for (const Findings& then : recorded()["die"]["runs"])
      if (then["seed"] == 0 && then["method"] == now["method"] && then["method"] != "first_order" &&
          then.contains("second_impact") && then["second_impact"]["time"].get<double>() < until)
        expect_same(now["second_impact"], then["second_impact"], now["method"], compared);
  EXPECT_GE(compared, 16);  // at least four methods
}

// Both forms of the paper's method, before chaos: the centre may differ by what 0.5 ms of motion
// do.
TEST(Reproduction, PrintedAndCorrectedAgreeAtTheSecondImpactOfEverySeed) {
  std::map<int, Findings> corrected;
  for (const Findings& run : recorded()["die"]["runs"])
    if (run["method"] == "paper corrected") corrected[run["seed"]] = run["second_impact"];
  EXPECT_EQ(corrected.size(), 8U);
  for (const Findings& run : recorded()["die"]["runs"]) {
    if (run["method"] != "paper printed") continue;
    const Findings& a = run["second_impact"];
    const Findings& b = corrected[run["seed"]];
    EXPECT_NEAR(a["time"].get<double>(), b["time"].get<double>(), 5e-4);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(a["centre"][k].get<double>(), b["centre"][k].get<double>(), 5e-3);
  }
}

// Nothing on the page comes from elsewhere, and no time of computing is in the file.
TEST(Reproduction, PageAndFiguresAreMadeFromTheFile) {
  EXPECT_EQ(without_times(recorded()), recorded());
  EXPECT_TRUE(recorded()["full"].get<bool>());
  const std::vector<Section> sections = sections_of(recorded());
  EXPECT_EQ(file_text(kDocs + "/reproduction.md"), markdown_of(sections, kImages));
  int figures = 0;
  for (const Section& section : sections)
    for (const auto& part : section.parts)
      if (const auto* figure = std::get_if<Figure>(&part)) {
        ++figures;
        EXPECT_EQ(file_text(kDocs + "/" + kImages + "/" + figure->name + ".svg"),
                  standalone(*figure))
            << figure->name;
      }
  EXPECT_GE(figures, 14);
}

TEST(Reproduction, TimesAreLeftOut) {
  const Findings with{{"wall", 1.0}, {"runs", {{{"wall", 2.0}, {"steps", 3}}}}};
  EXPECT_EQ(without_times(with), (Findings{{"runs", {{{"steps", 3}}}}}));
}

// What was not run is not on the page.
TEST(Reproduction, PageOfNothingHasNoExperiment) {
  const Findings nothing = reproduce({}, quiet_settings());
  const std::string page = page_of(sections_of(nothing));
  EXPECT_NE(page.find("id=\"missing\""), std::string::npos);
  for (const std::string& name : experiment_names())
    EXPECT_EQ(page.find("id=\"" + name + "\""), std::string::npos) << name;
}

}  // namespace
}  // namespace rigor
