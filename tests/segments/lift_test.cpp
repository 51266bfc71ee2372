// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/segments/lift.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

TEST(Hull, HasNoPointOutsideAndTurnsLeft) {
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Eigen::Vector2d> points;
    const int count = 3 + random.index(10);
    for (int i = 0; i < count; ++i)
      points.emplace_back(random.uniform(-1, 1), random.uniform(-1, 1));
    const std::vector<int> hull = hull_of(points);
    ASSERT_GE(hull.size(), 3U);
    for (std::size_t k = 0; k < hull.size(); ++k) {
      const Eigen::Vector2d a = points[hull[k]];
      const Eigen::Vector2d along = points[hull[(k + 1) % hull.size()]] - a;
      for (const auto& p : points)
        EXPECT_GE(along.x() * (p - a).y() - along.y() * (p - a).x(), -1e-9 * along.norm());
    }
  }
}

TEST(Hull, ReducesToASegmentAndAPoint) {
  EXPECT_EQ(hull_of({{0, 0}, {2, 2}, {1, 1}}), (std::vector<int>{0, 1}));
  EXPECT_EQ(hull_of({{3, 1}}), (std::vector<int>{0}));
  EXPECT_EQ(hull_of({{3, 1}, {3, 1}}), (std::vector<int>{0}));
}

/// A unit cube standing on the plane z = 0 on `vertices`.
struct Standing {
  SmallWorld small;
  std::vector<ActiveContact> contacts;
  Cluster cluster{{0}, {BodyState{}}};
  ModeMotion motion;

  explicit Standing(const std::vector<std::uint32_t>& vertices) {
    small.add_box(Vector3::Constant(0.5), 1.0);
    small.world.half_spaces.push_back(HalfSpace{});
    for (const std::uint32_t v : vertices)
      contacts.push_back({on_ground(0, v), ContactState::Frictionless, 0.0});
    motion = mode_motion(small.world, cluster, contacts);
  }

  std::vector<LiftFunction> lifts() const { return lift_functions(motion, cluster, contacts); }
};

TEST(LiftFunctions, AreNonNegativeExactlyWhenTheCentreOfPressureIsInside) {
  // The four bottom vertices; a load that puts the centre of pressure anywhere. The multipliers of
  // the independent rows are found by statics, not by the code under test.
  const Standing cube({0, 2, 4, 6});
  const ModeMotion& motion = cube.motion;
  ASSERT_EQ(motion.rows.size(), 3U);
  const auto lifts = cube.lifts();
  ASSERT_EQ(lifts.size(), 4U);
  Random random(6);
  int inside = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Eigen::Vector2d cop(random.uniform(-1, 1), random.uniform(-1, 1));
    Matrix3 balance;
    for (int i = 0; i < 3; ++i) {
      const Vector3& r = motion.contacts[motion.rows[i].contact].r_O;
      balance.col(i) << 1.0, r.x(), r.y();
    }
    const Vector3 force = balance.inverse() * Vector3(9.81, 9.81 * cop.x(), 9.81 * cop.y());
    double least = 1e300;
    for (const LiftFunction& lift : lifts)
      least = std::min(least, lift.weights.head<3>().dot(force));
    const double margin = 0.5 - cop.cwiseAbs().maxCoeff();
    EXPECT_NEAR(least, 9.81 * margin, 1e-12) << "centre of pressure " << cop.transpose();
    inside += margin > 0.0 ? 1 : 0;
  }
  EXPECT_GT(inside, 150);
  EXPECT_LT(inside, 400);
}

TEST(LiftFunctions, OfAnEdgeAreTheForcesOfItsEnds) {
  const auto lifts = Standing({0, 4}).lifts();
  ASSERT_EQ(lifts.size(), 2U);
  for (const LiftFunction& lift : lifts) EXPECT_NEAR(lift.weights.sum(), 1.0, 1e-15);
}

TEST(LiftFunctions, OfOneContactIsItsForce) {
  const auto lifts = Standing({0}).lifts();
  ASSERT_EQ(lifts.size(), 1U);
  EXPECT_EQ(lifts[0].weights[0], 1.0);
}

}  // namespace
}  // namespace rigor
