// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <gtest/gtest.h>

#include <rigor/converge/known_solution.hpp>

#include "converge/known_numbers.hpp"

namespace rigor {
namespace {

TEST(KnownSolution, IsRead) {
  const KnownSolution known = read_known_solution(kKnownNumbers);
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
