// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/importing/sdf_frames.hpp>

namespace rigor::importing {
namespace {

Pose pose_of(const std::string& text) {
  Reading reading{.file = "f"};
  const Pose pose = read_sdf_pose(reading, parse_xml("<link>" + text + "</link>", "f"));
  EXPECT_TRUE(reading.problems.empty());
  return pose;
}

TEST(SdfFrames, PosesHaveThreeForms) {
  const Pose plain = pose_of("<pose>1 2 3 0.1 0.2 0.3</pose>");
  EXPECT_EQ(plain.translation, Vector3(1, 2, 3));
  EXPECT_TRUE(plain.rotation.isApprox(from_rpy({0.1, 0.2, 0.3})));
  const double unit = 180 / std::numbers::pi;
  const Pose degrees =
      pose_of("<pose degrees='true'>1 2 3 " + std::to_string(0.1 * unit) + " 0 0</pose>");
  EXPECT_NEAR(degrees.rotation.angularDistance(from_rpy({0.1, 0, 0})), 0.0, 1e-7);
  const Pose quaternion = pose_of("<pose rotation_format='quat_xyzw'>1 2 3  0 0 1 0</pose>");
  EXPECT_TRUE(quaternion.rotation.isApprox(Quaternion(0, 0, 0, 1)));
  EXPECT_EQ(pose_of("<pose/>").translation, Vector3::Zero());
}

TEST(SdfFrames, ChainsOfFramesAreFollowedAndCirclesTold) {
  const XmlElement at{.name = "frame"};
  Reading reading{.file = "f"};
  SdfFrames frames;
  frames.add("a", {from_rpy({0, 0, std::numbers::pi / 2}), {1, 0, 0}}, "", at);
  frames.add("b", {Quaternion::Identity(), {1, 0, 0}}, "a", at);
  EXPECT_TRUE(frames.in_model(reading, "b", at).translation.isApprox(Vector3(1, 1, 0), 1e-15));
  EXPECT_TRUE(reading.problems.empty());
  frames.add("c", {}, "d", at);
  frames.add("d", {}, "c", at);
  frames.in_model(reading, "c", at);
  ASSERT_EQ(reading.problems.size(), 1U);
  EXPECT_NE(reading.problems[0].rule.find("themselves"), std::string::npos);
  frames.in_model(reading, "nobody", at);
  EXPECT_EQ(reading.problems.size(), 2U);
}

}  // namespace
}  // namespace rigor::importing
