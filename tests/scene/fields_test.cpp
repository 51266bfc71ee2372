// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/scene/fields.hpp>

namespace rigor {
namespace {

/// Reads `x: <value>` with a reader and keeps the problems it notes.
struct Reading {
  explicit Reading(const std::string& value) : root(parse_document("x: " + value, "t.yaml")) {}
  Cursor x() { return *entry({root, "", problems}, "x"); }

  DocumentNode root;
  std::vector<Problem> problems{};
};

TEST(Fields, NumbersAreDecimalAndRoundOnce) {
  for (const auto& [text, expected] :
       {std::pair{"1", 1.0}, {"-2.5e3", -2500.0}, {"+.5", 0.5}, {"1e-8", 1e-8}, {"5.", 5.0}}) {
    Reading reading(text);
    EXPECT_EQ(number(reading.x()), expected) << text;
    EXPECT_TRUE(reading.problems.empty()) << text;
  }
  Reading zero("-0.0");
  EXPECT_FALSE(std::signbit(number(zero.x())));
}

TEST(Fields, WhatIsNoNumberIsRefusedWithItsText) {
  for (const std::string text : {".nan", "nan", ".inf", "-.inf", "inf", "1e999", "0x10", "1_000",
                                 "\"1\"", "1 m", "[1]", "~", "1,5", "--1", "1e", ""}) {
    Reading reading(text);
    EXPECT_TRUE(std::isfinite(number(reading.x()))) << text;
    ASSERT_EQ(reading.problems.size(), 1U) << text;
    EXPECT_EQ(reading.problems[0].key, "x");
    EXPECT_EQ(reading.problems[0].place.line, 1);
    EXPECT_FALSE(reading.problems[0].value.empty());
  }
}

TEST(Fields, RulesHoldAtTheirBounds) {
  const auto accepted = [](const char* text, const NumberRule& rule) {
    Reading reading(text);
    number(reading.x(), rule);
    return reading.problems.empty();
  };
  EXPECT_FALSE(accepted("0", kPositive));
  EXPECT_TRUE(accepted("5e-324", kPositive));
  EXPECT_TRUE(accepted("0", kNotNegative));
  EXPECT_FALSE(accepted("-5e-324", kNotNegative));
  EXPECT_TRUE(accepted("1", kFraction));
  EXPECT_FALSE(accepted("1.0000000000000002", kFraction));
  EXPECT_TRUE(accepted("1e4", kCoordinate));
  EXPECT_FALSE(accepted("10000.000000000002", kCoordinate));
}

TEST(Fields, WholeNumbersFlagsAndChoicesAreStrict) {
  for (const std::string text : {"1.0", "1e3", "99999999999999999999", "\"3\"", "x"}) {
    Reading reading(text);
    whole_number(reading.x(), 0, 1'000'000);
    EXPECT_EQ(reading.problems.size(), 1U) << text;
  }
  for (const std::string text : {"yes", "True", "1", "\"true\""}) {
    Reading reading(text);
    flag(reading.x());
    EXPECT_EQ(reading.problems.size(), 1U) << text;
  }
  Reading close("no_slp");
  choice(close.x(), {"frictionless", "no_slip"});
  EXPECT_EQ(close.problems.at(0).remedy, "did you mean \"no_slip\"?");
}

TEST(Fields, UnitQuaternionsKeepTheirBitsAndOthersAreNormalised) {
  Reading unit("[0.6, 0, 0.8, 0]");
  EXPECT_EQ(unit_quaternion(unit.x()).y(), 0.8);
  Reading doubled("[2, 0, 0, 0]");
  EXPECT_EQ(unit_quaternion(doubled.x()).w(), 1.0);
  Reading huge("[1e200, 1e200, 0, 0]");
  EXPECT_NEAR(unit_quaternion(huge.x()).norm(), 1.0, 1e-15);
  Reading zero("[0, 0, 0, 0]");
  unit_quaternion(zero.x());
  EXPECT_EQ(zero.problems.size(), 1U);
}

TEST(Fields, UnknownKeysGetTheNearestKnownOneAndMissingKeysAreNamed) {
  Reading reading("{postion: 1}");
  EXPECT_TRUE(check_keys(reading.x(), {"position", "angle"}, {"angle"}));
  ASSERT_EQ(reading.problems.size(), 2U);
  EXPECT_EQ(reading.problems[0].value, "postion");
  EXPECT_EQ(reading.problems[0].remedy, "did you mean \"position\"?");
  EXPECT_NE(reading.problems[1].rule.find("\"angle\" is mandatory"), std::string::npos);
}

TEST(Fields, NamesAreSafeForFilesAndPages) {
  for (const std::string text :
       {"../x", "a/b", "\"a b\"", "\"<b>\"", "-x", ".x", "null", "\"\"", "\"null\"", "\"a\\nb\""}) {
    Reading reading(text);
    identifier(reading.x());
    EXPECT_EQ(reading.problems.size(), 1U) << text;
  }
  Reading good("die_1.a-b");
  EXPECT_EQ(identifier(good.x()), "die_1.a-b");
}

}  // namespace
}  // namespace rigor
