// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include <rigor/cli/export.hpp>

#include "die_trace.hpp"

namespace rigor {
namespace {

TEST(Export, SamplesAreEquallySpacedAndEndWithTheRun) {
  const PoseTable table = sampled(die_trace(), 10.0);
  EXPECT_EQ(table.bodies, std::vector<std::string>{"die"});
  for (std::size_t k = 0; k + 1 < table.times.size(); ++k) {
    EXPECT_DOUBLE_EQ(table.times[k], static_cast<double>(k) / 10.0);
  }
  EXPECT_EQ(table.times.back(), trace::seconds(die_trace().footer.end));
  EXPECT_EQ(table.points.at(0).size(), table.times.size());
  EXPECT_NEAR(table.points[0][5].V_WB.linear.z(), 2.5774184952384882 - 9.81 * 0.5, 1e-9);
  EXPECT_LT(table.points[0].back().V_WB.linear.norm(), 1e-12);
}

TEST(Export, CsvHasARowAnInstantAndReadsBack) {
  const PoseTable table = sampled(die_trace(), 10.0);
  const std::string text = csv_text(table);
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
            table.times.size() + 1);
  EXPECT_EQ(text.substr(0, 24), "time,die.x,die.y,die.z,d");
  std::istringstream rows(text);
  std::string row;
  std::getline(rows, row);
  std::getline(rows, row);
  EXPECT_EQ(std::count(row.begin(), row.end(), ','), 13);
  const std::size_t comma = row.find(',');
  EXPECT_EQ(std::stod(row.substr(comma + 1)), table.points[0][0].X_WB.translation.x());
}

TEST(Export, NpzHasFourArraysABody) {
  const std::string bytes = npz_text(sampled(die_trace(), 10.0));
  for (const char* name :
       {"time.npy", "die.position.npy", "die.quat_wxyz.npy", "die.linear.npy", "die.angular.npy"}) {
    EXPECT_NE(bytes.find(name), std::string::npos) << name;
  }
}

TEST(Export, TooManyNumbersAreRefused) {
  EXPECT_THROW(sampled(die_trace(), 1e9), std::runtime_error);
}

}  // namespace
}  // namespace rigor
