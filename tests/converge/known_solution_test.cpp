// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <gtest/gtest.h>

#include <rigor/converge/known_solution.hpp>

namespace rigor {
namespace {

constexpr const char* kFile =
    R"({"scene": "s.yaml", "title": "t", "derivation": "d", "numbers": [
        {"event": "impact", "number": 2, "value": 1.5},
        {"position": "box", "axis": 2, "value": 0.25},
        {"quat_wxyz": "box", "axis": 0, "value": 0.6},
        {"quat_wxyz": "box", "axis": 3, "value": 0.8},
        {"event": "impact", "number": 2, "energy": true, "value": 4.500000003},
        {"event": "impact", "number": 2, "angular": "box", "axis": 1, "value": -2.5},
        {"linear": "box", "axis": 1, "value": 0.5},
        {"time": 0.5, "position": "box", "axis": 0, "value": 7.0},
        {"event": "impact", "number": 2, "before": true, "linear": "box", "axis": 2, "value": -4.0},
        {"event": "impact", "number": 2, "position": "box", "axis": 1, "value": 6.0},
        {"energy": true, "value": 9.0}]})";

TEST(KnownSolution, IsRead) {
  const KnownSolution known = read_known_solution(kFile);
  EXPECT_EQ(known.title, "t");
  ASSERT_EQ(known.numbers.size(), 11U);
  EXPECT_EQ(instants_of(known), std::vector<double>{0.5});
  EXPECT_EQ(label(known.numbers[0]), "impact 2");
  EXPECT_EQ(label(known.numbers[1]), "box z");
  EXPECT_EQ(label(known.numbers[4]), "impact 2 energy");
  EXPECT_EQ(label(known.numbers[5]), "impact 2 box wy");
  EXPECT_EQ(label(known.numbers[6]), "box vy");
  EXPECT_EQ(label(known.numbers[7]), "box x at 0.5 s");
  EXPECT_EQ(label(known.numbers[8]), "before impact 2 box vz");
}

TEST(KnownSolution, MalformedFilesAreRefused) {
  for (const char* text : {"", "{}", R"({"scene": 1})",
                           R"({"scene": "s", "title": "t", "derivation": "d", "numbers": [{}]})",
                           R"({"scene": "s", "title": "t", "derivation": "d",
                               "numbers": [{"event": "bang", "number": 1, "value": 1}]})",
                           R"({"scene": "s", "title": "t", "derivation": "d",
                               "numbers": [{"position": "b", "axis": 3, "value": 1}]})",
                           R"({"scene": "s", "title": "t", "derivation": "d", "numbers": [
                               {"time": 1, "energy": true, "value": 1}]})"})
    EXPECT_THROW(read_known_solution(text), std::runtime_error) << text;
}

}  // namespace
}  // namespace rigor
