// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/importing/reading.hpp>

#include "model_files.hpp"

namespace rigor::importing {
namespace {

TEST(Reading, NumbersAreWholeWordsInTheirRange) {
  Reading reading{.file = "f"};
  const XmlElement at{.name = "mass", .place = {0, 7, 3}};
  EXPECT_EQ(read_number(reading, at, "mass", " 2.5 ", kMass), 2.5);
  EXPECT_EQ(read_number(reading, at, "mass", "+1e-3", kMass), 1e-3);
  EXPECT_EQ(read_vector(reading, at, "xyz", "1\t2\n-3", kCoordinate), Vector3(1, 2, -3));
  EXPECT_TRUE(reading.problems.empty());
  for (const char* bad : {"", "1 2", "1,5", "nan", "inf", "1e400", "0x10", "two", "1kg", "-1"})
    EXPECT_EQ(read_number(reading, at, "mass", bad, kMass), 0.0) << bad;
  EXPECT_EQ(reading.problems.size(), 10U);
  EXPECT_EQ(reading.problems.front().place.line, 7);
  EXPECT_NE(refusal_of([&] { settle(reading); }).find("f:7:3: mass = 1 2"), std::string::npos);
}

TEST(Reading, OneFileTellsAtMostTwentyProblems) {
  Reading reading{.file = "f"};
  for (int i = 0; i < 100; ++i) problem(reading, {}, "x", "", "rule", "remedy");
  EXPECT_EQ(reading.problems.size(), 20U);
}

TEST(Reading, RollPitchYawTurnAboutFixedAxesInThisOrder) {
  const double r = 0.3, p = -0.7, y = 1.9;
  const Matrix3 expected =
      (Eigen::AngleAxisd(y, Vector3::UnitZ()) * Eigen::AngleAxisd(p, Vector3::UnitY()) *
       Eigen::AngleAxisd(r, Vector3::UnitX()))
          .toRotationMatrix();
  EXPECT_TRUE(from_rpy({r, p, y}).toRotationMatrix().isApprox(expected, 1e-15));
  // Yaw of a quarter turn takes x to y, whatever the roll about x was.
  const Vector3 x = from_rpy({0.5, 0, std::numbers::pi / 2}) * Vector3::UnitX();
  EXPECT_TRUE(x.isApprox(Vector3::UnitY(), 1e-15));
}

TEST(Reading, WhatIsNotUsedIsNotedWithItsReason) {
  Reading reading{.file = "f"};
  const XmlElement root = parse_xml("<link><visual/><inertial/>\n<oddity/></link>", "f");
  account(reading, root, {"inertial"});
  ASSERT_EQ(reading.notes.size(), 2U);
  EXPECT_NE(reading.notes[0].why.find("drawn"), std::string::npos);
  EXPECT_EQ(reading.notes[1].what, "oddity");
  EXPECT_EQ(reading.notes[1].why, "not known to Rigor");
  EXPECT_EQ(reading.notes[1].place.line, 2);
}

TEST(Reading, ADirectionIsNotZero) {
  Reading reading{.file = "f"};
  EXPECT_EQ(direction(reading, {}, "axis", {0, 3, 0}), Vector3(0, 1, 0));
  EXPECT_EQ(direction(reading, {}, "axis", Vector3::Zero()), Vector3::UnitZ());
  EXPECT_EQ(reading.problems.size(), 1U);
}

}  // namespace
}  // namespace rigor::importing
