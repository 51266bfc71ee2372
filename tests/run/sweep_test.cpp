// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <temporary_folder.hpp>

#include <rigor/philox.hpp>
#include <rigor/run/sweep.hpp>

namespace rigor {
namespace {

using Row = std::vector<std::string>;

std::string text_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

TEST(Sweep, TasksAreEveryCombinationTheLastKeyFastest) {
  SweepPlan plan{{values_of("a=1,2"), values_of("b=[0,1],{x: 1, y: 2},z")}, {}, 1, 0};
  EXPECT_EQ(task_count(plan), 6u);
  EXPECT_EQ(task_values(plan, 0), (Row{"1", "[0,1]"}));
  EXPECT_EQ(task_values(plan, 1), (Row{"1", "{x: 1, y: 2}"}));
  EXPECT_EQ(task_values(plan, 5), (Row{"2", "z"}));
  plan.ranges.push_back(range_of("c=-1:3"));
  plan.count = 4;
  plan.seed = 9;
  EXPECT_EQ(task_count(plan), 24u);
  EXPECT_EQ(keys(plan), (Row{"a", "b", "c"}));
  for (std::uint64_t task = 0; task < 24; ++task) {
    const Row values = task_values(plan, task);
    EXPECT_EQ(values[0], task < 12 ? "1" : "2");
    EXPECT_EQ(std::stod(values[2]), -1 + 4 * task_draw(9, task, 0)) << task;
  }
}

TEST(Sweep, WordsThatAreNoValuesAreRefused) {
  for (const char* text : {"", "a", "=1", "a="})
    EXPECT_THROW(values_of(text), std::invalid_argument);
  for (const char* text : {"a=1", "a=1:", "a=:2", "a=2:1", "a=1:2x", "a=nan:1", "a=0:inf"})
    EXPECT_THROW(range_of(text), std::invalid_argument) << text;
}

TEST(Sweep, ResultsComeFromTheSummary) {
  const auto summary = nlohmann::ordered_json::parse(
      R"({"exit_code": 0, "stopped": "rest", "time_end": 1.5, "segments": 7, "events": {"total": 3},
          "min_gap": 9.9e-9, "energy": {"final": 2.0}, "verified": true})");
  EXPECT_EQ(sweep_results(summary), (Row{"0", "rest", "1.5", "7", "3", "9.9e-09", "2.0", "true"}));
  EXPECT_EQ(sweep_results({{"exit_code", -1}, {"stopped", "crashed"}}),
            (Row{"-1", "crashed", "", "", "", "", "", ""}));
}

TEST(Sweep, TheTableKeepsRowsThroughCutsAndShardsAndIsTheSameInTheEnd) {
  const Row results{"0", "a, \"b\"", "1.0", "2", "3", "", "4.0", "true"};
  const TemporaryFolder alone;
  const TemporaryFolder shared;
  {
    SweepTable table(alone / "s", {"k"}, "");
    for (const std::uint64_t task : {2, 0, 1}) table.add(task, {"x,y"}, results);
    table.finish();
  }
  {
    SweepTable first(shared / "s", {"k"}, "1-of-2");
    first.add(2, {"x,y"}, results);
    first.add(0, {"x,y"}, results);
    std::ofstream((shared / "s") / "rows-1-of-2.csv", std::ios::app) << "1,cut sho";
  }
  {
    SweepTable again(shared / "s", {"k"}, "1-of-2");  // what was cut short is not there
    EXPECT_EQ(again.size(), 2u);
    EXPECT_FALSE(again.has(1));
    again.add(1, {"x,y"}, results);
  }
  SweepTable merged(shared / "s", {"k"}, "");
  EXPECT_EQ(merged.size(), 3u);
  EXPECT_EQ(merged.rows().at(2)[3], "a, \"b\"");
  merged.finish();
  EXPECT_EQ(text_in((alone / "s") / "rows.csv"), text_in((shared / "s") / "rows.csv"));
  EXPECT_FALSE(std::filesystem::exists((shared / "s") / "rows-1-of-2.csv"));
  EXPECT_THROW(SweepTable(shared / "s", {"other"}, ""), std::runtime_error);
  EXPECT_NE(sweep_page(merged, "a scene").find("<td>3</td><td>3</td>"), std::string::npos);
}

}  // namespace
}  // namespace rigor
