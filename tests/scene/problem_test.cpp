// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <gtest/gtest.h>

#include <rigor/scene/problem.hpp>

namespace rigor {
namespace {

constexpr std::array<std::string_view, 4> kKnown{"gravity", "bodies", "half_spaces", "stop"};

TEST(Problem, TextTellsFileLineColumnValueRuleAndRemedy) {
  const Problem problem{{0, 12, 5}, "bodies[0].mass", "0", "a positive number", "use kg"};
  EXPECT_EQ(to_text("die.yaml", problem),
            "die.yaml:12:5: bodies[0].mass = 0\n  rule: a positive number\n  try:  use kg");
}

TEST(Problem, TextSaysWhereRigorsOwnWordsAreExplained) {
  const Problem problem{{0, 3, 1}, "bodies[0]", "", "edges are at least 10 skins", "a cube"};
  EXPECT_EQ(to_text("a.yaml", problem),
            "a.yaml:3:1: bodies[0]\n  rule: edges are at least 10 skins\n  try:  a cube\n"
            "  see:  docs/glossary.md for \"skin\"");
}

TEST(Problem, ErrorTellsAllProblems) {
  const SceneError error("a.yaml",
                         {{{0, 1, 1}, "x", "1", "r1", ""}, {{0, 2, 1}, "y", "2", "r2", ""}});
  EXPECT_STREQ(error.what(), "a.yaml:1:1: x = 1\n  rule: r1\na.yaml:2:1: y = 2\n  rule: r2");
  EXPECT_EQ(error.fault(), SceneFault::BadInput);
}

TEST(Problem, NearestFindsTypingMistakesAndNothingElse) {
  EXPECT_EQ(nearest("gravty", kKnown), "gravity");
  EXPECT_EQ(nearest("half_space", kKnown), "half_spaces");
  EXPECT_EQ(nearest("bodeis", kKnown), "bodies");  // swapped neighbours count once
  EXPECT_EQ(nearest("stpo", kKnown), "stop");
  EXPECT_EQ(nearest("temperature", kKnown), "");
  EXPECT_EQ(nearest(std::string(1000, 'x'), kKnown), "");
}

TEST(Problem, ShortenedKeepsMessagesOnOneLineAndUtf8Whole) {
  EXPECT_EQ(shortened("a\nb\x1b[31m"), "a?b?[31m");
  std::string long_text(59, 'a');
  long_text += "\xc3\xa9\xc3\xa9";  // the cut falls inside the first é
  EXPECT_EQ(shortened(long_text), std::string(59, 'a') + "...");
}

TEST(Problem, EnumerationReadsLikeASentence) {
  EXPECT_EQ(enumeration(kKnown), "gravity, bodies, half_spaces or stop");
  EXPECT_EQ(enumeration(std::span(kKnown).first(1)), "gravity");
}

TEST(Problem, WhatIsNotUtf8IsNeverRepeatedRaw) {
  EXPECT_EQ(shortened("M\xc3\xbcller"), "M\xc3\xbcller");
  EXPECT_EQ(shortened("\xff\xfe x"), "?? x");
  EXPECT_EQ(shortened("a\xc3(b"), "a?(b");
  EXPECT_EQ(shortened("\xc0\xaf"), "??");
}

}  // namespace
}  // namespace rigor
