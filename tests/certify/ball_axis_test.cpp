// SPDX-License-Identifier: Apache-2.0
// Reference: the distance of the balls to the plane at samples of the proved time.
#include <gtest/gtest.h>

#include <rigor/certify/ball_axis.hpp>

#include "random_pairs.hpp"

namespace rigor {
namespace {

constexpr double kBallLevel = 8e-8;

struct BallCase {
  TumblingPair pair;
  BodyPath path_a;
  BodyPath path_b;
  PairMotion motion;
};

BallCase ball_case(Random& random) {
  BallCase c{random_pair(random, 8, 12.0), {}, {}, {}};
  // Half of them are moved aside, so that some balls never meet.
  if (random.index(2) == 0) c.pair.motion_a.X_WB.translation.y() += random.uniform(0.0, 3.0);
  c.path_a = body_path(segment_of(c.pair.motion_a, {}, 0.6, 16));
  c.path_b = body_path(segment_of(c.pair.motion_b, {}, 0.6, 16));
  return c;
}

TEST(BallAxis, KeepsTheBallsApartAsLongAsItSays) {
  Random random(171);
  int proved = 0;
  int whole = 0;
  int none = 0;
  for (int i = 0; i < 300; ++i) {
    BallCase c = ball_case(random);
    c.motion = pair_motion(c.pair.a, c.path_a, c.pair.b, c.path_b, {{}, c.path_a.end});
    const std::optional<Axis> axis = ball_axis(c.motion, ends_of(c.motion), kBallLevel);
    if (!axis) {
      double nearest = kNoBound;  // the origins move straight
      for (int k = 0; k <= 2000; ++k) {
        const PairPose pose = pose_at(c.motion, k / 2000.0);
        nearest = std::min(nearest, (pose.X_WB.translation - pose.X_WA.translation).norm());
      }
      EXPECT_LE(nearest, c.pair.a.tree.radius() + c.pair.b.tree.radius() + 1e-5);
      ++none;
      continue;
    }
    const AxisProof proof = prove_balls(c.motion, *axis);
    proved += proof.until > 0.0 ? 1 : 0;
    whole += proof.until >= c.motion.end ? 1 : 0;
    for (int k = 0; k <= 50 && proof.until > 0.0; ++k) {
      const double u = proof.until * k / 50.0;
      const PairPose pose = pose_at(c.motion, u);
      const double plane = axis->plane.offset + axis->speed * u * c.motion.clock().length;
      const Vector3& n = axis->plane.normal;
      EXPECT_GT(n.dot(pose.X_WB.translation) - c.pair.b.tree.radius() - plane,
                0.5 * kBallLevel - 1e-13);
      EXPECT_GT(plane - n.dot(pose.X_WA.translation) - c.pair.a.tree.radius(),
                0.5 * kBallLevel - 1e-13);
    }
  }
  EXPECT_EQ(whole, proved);
  EXPECT_GT(whole, 30);
  EXPECT_GT(none, 100);
}

TEST(BallAxis, FarPairsNeedNoFeatureQuery) {
  Random random(172);
  TumblingPair pair = random_pair(random, 20, 12.0);
  pair.motion_a.X_WB.translation.y() += 4.0;
  const PairRun run = run_pair(pair, {0.6, 1, 16}, 1e-8);
  EXPECT_TRUE(std::holds_alternative<StaysApart>(run.parts.back().outcome));
  EXPECT_EQ(run.feature_calls, 0);
  EXPECT_EQ(run.parts.back().certificates.size(), 1U);
}

}  // namespace
}  // namespace rigor
