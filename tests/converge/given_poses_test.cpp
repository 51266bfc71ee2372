// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <gtest/gtest.h>

#include <rigor/converge/given_poses.hpp>

namespace rigor {
namespace {

constexpr const char* kPosesKnown =
    R"({"scene": "s.yaml", "title": "t", "derivation": "d", "numbers": [
        {"event": "impact", "number": 1, "value": 1.5},
        {"position": "box", "axis": 2, "value": 0.25},
        {"quat_wxyz": "box", "axis": 0, "value": 0.6},
        {"quat_wxyz": "box", "axis": 3, "value": 0.8},
        {"angular": "box", "axis": 1, "value": 2.0},
        {"time": 0.5, "position": "box", "axis": 2, "value": 3.0},
        {"time": 0.7, "position": "box", "axis": 2, "value": 3.0}]})";

TEST(GivenPoses, TheRowOfTheInstantIsComparedAndAQuaternionMayHaveTheOtherSign) {
  const GivenPoses table = read_poses(
      "time,box.x,box.z,box.qw,box.qx,box.qy,box.qz\r\n"
      "0,0,9,1,0,0,0\r\n"
      "0.5,0,3.5,1,0,0,0\r\n"
      "1,0,0.26,-0.6,0,0,-0.8\r\n");
  const std::vector<Compared> all = compare(read_known_solution(kPosesKnown), table);
  ASSERT_EQ(all.size(), 7U);
  EXPECT_EQ(all[0].comparison, Comparison::Absent);
  EXPECT_EQ(all[1].comparison, Comparison::NoBar);
  EXPECT_EQ(all[1].found.value, 0.26);
  EXPECT_EQ(all[2].found.value, 0.6);
  EXPECT_EQ(all[3].found.value, 0.8);
  EXPECT_EQ(all[4].comparison, Comparison::Absent);
  EXPECT_EQ(all[5].found.value, 3.5);
  EXPECT_EQ(all[6].comparison, Comparison::Absent);  // no row of that instant
}

TEST(GivenPoses, WhatIsNoTableIsRefusedWithItsLine) {
  EXPECT_THROW(read_poses(""), std::runtime_error);
  EXPECT_THROW(read_poses("time,box.x\n"), std::runtime_error);
  EXPECT_THROW(read_poses("time,box.x\n1\n"), std::runtime_error);
  try {
    read_poses("time,box.x\n1,2\n2,abc\n");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("line 3"), std::string::npos);
  }
}

}  // namespace
}  // namespace rigor
