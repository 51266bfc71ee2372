// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/classic/pair_survey.hpp>

#include "random_spatial.hpp"
#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::cube_text;
using testing::kGroundText;
using testing::small_scene;

// A cube tilted by 1e-7 rad: its lower vertices are within the threshold at different heights, but
// the contact points lie in the plane to rounding, so that dependent rows are exactly dependent.
TEST(PairSurvey, PutsContactPointsIntoThePlane) {
  const auto scene =
      small_scene("bodies:\n" +
                  cube_text("a", "position: [0, 0, 0.5000005], quat_wxyz: [1, 5e-8, 3e-8, 0]",
                            "linear: [0, 0, 0]") +
                  kGroundText);
  SurveyMemory memory;
  const auto contacts = touching_pairs(*scene->bodies, 1e-6, memory);
  ASSERT_EQ(contacts.size(), 1U);
  ASSERT_EQ(contacts[0].points.size(), 4U);
  double least = 1.0;
  double most = 0.0;
  for (const PlaneContact& point : contacts[0].points) {
    EXPECT_NEAR(point.point_W.z(), 0.0, 1e-16);
    least = std::min(least, point.gap);
    most = std::max(most, point.gap);
  }
  EXPECT_GT(most - least, 1e-7);
  EXPECT_TRUE(contacts[0].plane_unique);
}

// Only vertices within the threshold touch.
TEST(PairSurvey, LeavesOutVerticesAboveTheThreshold) {
  const auto scene =
      small_scene("bodies:\n" +
                  cube_text("a", "position: [0, 0, 0.5000020], quat_wxyz: [1, 2e-6, 0, 0]",
                            "linear: [0, 0, 0]") +
                  kGroundText);
  SurveyMemory memory;
  const auto contacts = touching_pairs(*scene->bodies, 1e-6, memory);
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_EQ(contacts[0].points.size(), 2U);
  EXPECT_EQ(contacts[0].kind, ContactKind::EdgeFace);
}

// Two cubes, one upon the other and turned by 45 degrees: the clipped octagon, in the plane half
// way between them.
TEST(PairSurvey, ClipsPairsInTheirMiddlePlane) {
  const auto scene =
      small_scene("bodies:\n" + cube_text("a", "position: [0, 0, 1]", "linear: [0, 0, 0]") +
                  cube_text("b",
                            "position: [0, 0, 2.0000004], quat_wxyz: [0.9238795325112867, 0, 0, "
                            "0.3826834323650898]",
                            "linear: [0, 0, 0]"));
  SurveyMemory memory;
  const auto contacts = touching_pairs(*scene->bodies, 1e-6, memory);
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_EQ(contacts[0].points.size(), 8U);
  EXPECT_NEAR(contacts[0].nearness.distance, 4e-7, 1e-14);
  for (const PlaneContact& point : contacts[0].points)
    EXPECT_NEAR(point.point_W.z(), 1.5000002, 1e-14);
}

// A cube's corner points at another cube's edge: the plane is not unique.
TEST(PairSurvey, KnowsPlanesThatAreNotUnique) {
  const auto scene =
      small_scene("bodies:\n" + cube_text("a", "position: [0, 0, 1]", "linear: [0, 0, 0]") +
                  cube_text("b", "position: [1.0000003, 1.0000003, 1.2]", "linear: [0, 0, 0]"));
  SurveyMemory memory;
  const auto contacts = touching_pairs(*scene->bodies, 1e-6, memory);
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_FALSE(contacts[0].plane_unique);
  EXPECT_NEAR(contacts[0].nearness.distance, 3e-7 * std::sqrt(2.0), 1e-12);
}

TEST(PairSurvey, ReadsOverlapsAlongTheLeastAxis) {
  const auto scene =
      small_scene("bodies:\n" + cube_text("a", "position: [0, 0, 1]", "linear: [0, 0, 0]") +
                  cube_text("b", "position: [0.1, 0.2, 3]", "linear: [0, 0, 0]"));
  SteppedBodies& bodies = *scene->bodies;
  bodies.state.q[9] = 1.9;
  move_straight(bodies, 0.0);
  SurveyMemory memory;
  const Nearness near = nearness(bodies, 0, memory);
  EXPECT_NEAR(near.distance, -0.1, 1e-14);
  EXPECT_NEAR(near.nhat_AB_W.z(), 1.0, 1e-14);
  EXPECT_LE(least_distance(bodies, 0), near.distance);
}

// At the threshold itself rounding decides whether a vertex touches; both readings of its height
// must then agree on an answer. Seed 7 of the die with a threshold of 1e-7 m once ended here.
TEST(PairSurvey, AnswersAtTheThresholdItself) {
  const auto scene = small_scene(
      "bodies:\n" + cube_text("a", "position: [0, 0, 0.9]", "linear: [0, 0, 0]") + kGroundText);
  Random random(7);
  SurveyMemory memory;
  int touching = 0;
  int apart = 0;
  for (int k = 0; k < 2000; ++k) {
    Pose& X = scene->bodies->poses[0];
    X.rotation = random_rotation(random);
    X.translation = Vector3(random.uniform(-3, 3), random.uniform(-3, 3), 0.0);
    X.translation.z() = 1e-7 - nearness(*scene->bodies, 0, memory).distance;
    const double threshold = nearness(*scene->bodies, 0, memory).distance;
    const auto contacts = touching_pairs(*scene->bodies, threshold, memory);
    (contacts.empty() ? apart : touching) += 1;
    for (const PairContact& contact : contacts)
      EXPECT_FALSE(contact.points.empty()) << "trial " << k;
  }
  EXPECT_GT(touching, 100);
  EXPECT_GT(apart, 10);
}

}  // namespace
}  // namespace rigor
