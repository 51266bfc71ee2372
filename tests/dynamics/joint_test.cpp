// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include <gtest/gtest.h>

#include <rigor/dynamics/joint.hpp>

namespace rigor {
namespace {

TEST(Joint, CountsAndNames) {
  const std::array<Joint, 7> joints{Fixed{},     Revolute{}, Prismatic{}, Universal{},
                                    Spherical{}, Planar{},   Free{}};
  const std::array<int, 7> coordinates{0, 1, 1, 2, 4, 3, 7};
  const std::array<int, 7> velocities{0, 1, 1, 2, 3, 3, 6};
  const std::array<std::string, 7> names{"fixed",     "revolute", "prismatic", "universal",
                                         "spherical", "planar",   "free"};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    EXPECT_EQ(coordinate_count(joints[i]), coordinates[i]);
    EXPECT_EQ(velocity_count(joints[i]), velocities[i]);
    EXPECT_EQ(name(joints[i]), names[i]);
    EXPECT_EQ(has_plain_coordinates(joints[i]), coordinates[i] == velocities[i]);
  }
}

TEST(Joint, PosesAtKnownCoordinates) {
  const double quarter = std::acos(0.0);
  const double q1[] = {quarter};
  EXPECT_TRUE((joint_pose(Revolute{Vector3::UnitZ()}, q1) * Vector3(1, 0, 0))
                  .isApprox(Vector3(0, 1, 0), 1e-15));
  EXPECT_TRUE((joint_pose(Prismatic{Vector3::UnitY()}, q1) * Vector3(1, 0, 0))
                  .isApprox(Vector3(1, quarter, 0), 1e-15));
  const double q2[] = {quarter, quarter};
  // About the child's y first (x -> -z), then about the parent's x (-z -> y).
  EXPECT_TRUE((joint_pose(Universal{}, q2) * Vector3(1, 0, 0)).isApprox(Vector3(0, 1, 0), 1e-15));
  const double q3[] = {2.0, 3.0, quarter};
  EXPECT_TRUE((joint_pose(Planar{}, q3) * Vector3(1, 0, 0)).isApprox(Vector3(2, 4, 0), 1e-15));
  const double q4[] = {1.0, 1.0, 0.0, 0.0};  // a quarter turn about x, not normalised
  EXPECT_TRUE((joint_pose(Spherical{}, q4) * Vector3(0, 1, 0)).isApprox(Vector3(0, 0, 1), 1e-15));
  const double q7[] = {1.0, 2.0, 3.0, 1.0, 1.0, 0.0, 0.0};
  EXPECT_TRUE((joint_pose(Free{}, q7) * Vector3(0, 1, 0)).isApprox(Vector3(1, 2, 4), 1e-15));
}

TEST(Joint, UniversalAxesStayPerpendicular) {
  const Universal joint{};
  for (double first = -3.0; first < 3.0; first += 0.37) {
    const double q[] = {first, 0.0};
    const Vector3 second = joint_pose(joint, q).rotation * joint.second;
    EXPECT_NEAR(joint.first.dot(second), 0.0, 1e-15);
  }
}

}  // namespace
}  // namespace rigor
