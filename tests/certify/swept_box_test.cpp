// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/certify/swept_box.hpp>

#include "random_pairs.hpp"

namespace rigor {
namespace {

TEST(SweptBox, ContainsEveryVertexAtEveryInstant) {
  Random random(131);
  double ratio = 0.0;
  for (int i = 0; i < 200; ++i) {
    const PieceShape shape(random_polytope(random, i % 2 == 0 ? 8 : 100));
    const Throw motion = random_throw(random, 2.0, 5.0, 10.0);
    const BodyPath path = body_path(segment_of(motion, trace::Time{}, 0.1, 12));
    const Aabb box = swept_box(path, shape.tree);
    const Aabb ball = ball_box(path, shape.polytope.circumradius() * (1.0 + 1e-12));
    Aabb truth{Vector3::Constant(1e9), Vector3::Constant(-1e9)};
    for (int k = 0; k <= 200; ++k) {
      const Aabb now = aabb(shape.polytope, pose_at(path, k / 200.0));
      truth = {truth.lower.cwiseMin(now.lower), truth.upper.cwiseMax(now.upper)};
    }
    constexpr double kRounding = 1e-13;
    ASSERT_TRUE((box.lower.array() <= truth.lower.array() + kRounding).all());
    ASSERT_TRUE((box.upper.array() >= truth.upper.array() - kRounding).all());
    ASSERT_TRUE((box.lower.array() >= ball.lower.array() - kRounding).all());
    ratio += (box.upper - box.lower).norm() / (truth.upper - truth.lower).norm() / 200.0;
  }
  EXPECT_LT(ratio, 1.6);  // tight enough to be useful
}

TEST(SweptBox, ApartIsStrict) {
  const Aabb a{Vector3::Zero(), Vector3::Ones()};
  const Aabb b{Vector3(1.5, 0.0, 0.0), Vector3(2.0, 1.0, 1.0)};
  EXPECT_TRUE(boxes_apart(a, b, 0.4));
  EXPECT_FALSE(boxes_apart(a, b, 0.5));
  EXPECT_TRUE(boxes_apart(b, a, 0.4));
  EXPECT_TRUE(box_above(Vector3::UnitX(), 1.0, b, 0.4));
  EXPECT_FALSE(box_above(Vector3::UnitX(), 1.0, b, 0.5));
  EXPECT_FALSE(box_above(Vector3(0.6, 0.8, 0.0), 1.0, b, 0.1));
}

}  // namespace
}  // namespace rigor
