// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/driven_path.hpp>

namespace rigor {
namespace {

TEST(DrivenPath, ConstantVelocityStartsAtThePose) {
  const Pose start{Quaternion::Identity(), Vector3(1, 2, 3)};
  const Path path = driven_path({.velocity = {Vector3(0.5, 0, -1), Vector3(0, 0, 2)}}, start);
  EXPECT_FALSE(defect(path).has_value());
  const PathJet at = evaluate(path, 2.0);
  EXPECT_EQ(at.X_WL.translation, Vector3(2, 2, 1));
  EXPECT_EQ(at.velocity.linear, Vector3(0.5, 0, -1));
  EXPECT_EQ(at.velocity.angular, Vector3(0, 0, 2));
}

TEST(DrivenPath, KnotsAreMetAndTheEndsAreAtRest) {
  const std::vector<DrivenKnot> knots{
      {1.0, Vector3(0, 0, 0), 0.0}, {2.0, Vector3(0, 0, 1), 0.5}, {4.0, Vector3(0, 1, 1), 0.5}};
  const Path path = driven_path({.knots = knots, .axis = Vector3::UnitX()}, {});
  EXPECT_FALSE(defect(path).has_value());
  for (const DrivenKnot& knot : knots) {
    EXPECT_LT((evaluate(path, knot.time).X_WL.translation - knot.position).norm(), 1e-15);
  }
  EXPECT_EQ(evaluate(path, 0.5).velocity.linear, Vector3::Zero());
  EXPECT_EQ(evaluate(path, 5.0).X_WL.translation, Vector3(0, 1, 1));
}

}  // namespace
}  // namespace rigor
