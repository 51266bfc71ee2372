// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/assembly/drive.hpp>
#include <rigor/certify/path.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

/// Swings to and fro while it turns about a skew axis.
Path swing() {
  Path path;
  path.position = {Signal(Sine{0.1, 0.5, 3.0, 0.2}), Signal(Polynomial{{0.3, -0.2, 0.7}, 0.0}),
                   Signal(constant(1.0))};
  path.rotation = exp_rotation(Vector3(0.2, -0.4, 0.1));
  path.axis = Vector3(1, 2, -2) / 3.0;
  path.angle = Sine{0.0, 2.5, 2.0, 0.0};
  return path;
}

Path lift_by_knots() {
  Path path;
  path.position[2] = Table{{0.5, 1.0, 2.5}, {0.0, 0.3, -0.1}, Interpolation::Cubic};
  return path;
}

void expect_same(const BodyMotion& motion, const PathJet& jet, double noise) {
  EXPECT_NEAR((motion.X_WB.translation - jet.X_WL.translation).norm(), 0.0, 4e-15);
  EXPECT_NEAR(motion.X_WB.rotation.angularDistance(jet.X_WL.rotation), 0.0, 1e-14);
  EXPECT_NEAR((motion.V_WB.vector() - jet.velocity.vector()).norm(), 0.0, noise);
  EXPECT_NEAR((motion.A_bias_WB.vector() - jet.acceleration.vector()).norm(), 0.0, 1e3 * noise);
}

TEST(Drive, PiecesFollowThePathAndMeetEachOther) {
  for (const Path& path : {swing(), lift_by_knots()}) {
    const trace::Time horizon = trace::time_from(3.0);
    DrivePiece piece = make_piece(path, 0, trace::time_from(0.0), horizon);
    int pieces = 1;
    for (;; ++pieces) {
      ASSERT_LT(pieces, 100);
      const double start = trace::seconds(piece.start);
      const double used = trace::elapsed(piece.start, piece.end);
      EXPECT_GT(piece.length, used);
      EXPECT_LT(piece.length, used * (1.0 + 1e-10));
      for (int k = 0; k < 20; ++k)
        expect_same(motion_at(piece, used * k / 20.0), evaluate(path, start + used * k / 20.0),
                    1e-11);
      EXPECT_EQ(piece.breaks, next_break(path, start) == trace::seconds(piece.end));
      if (piece.end == horizon) break;
      const DrivePiece next = make_piece(path, piece.index + 1, piece.end, horizon);
      const BodyMotion before = motion_at(piece, used);
      const BodyMotion after = motion_at(next, 0.0);
      EXPECT_NEAR((before.X_WB.translation - after.X_WB.translation).norm(), 0.0, 4e-15);
      EXPECT_NEAR((before.V_WB.vector() - after.V_WB.vector()).norm(), 0.0, 1e-11);
      EXPECT_EQ(next.index, piece.index + 1);
      piece = next;
    }
    EXPECT_GE(pieces, 3);
  }
}

TEST(Drive, VelocityAndAccelerationAreThoseOfThePublishedPolynomial) {
  const DrivePiece piece = make_piece(swing(), 0, trace::time_from(0.0), trace::time_from(1.0));
  const BodyPath path = body_path(segment_of(piece, 3));
  const double h = 1e-4;
  for (const double t : {0.01, 0.05, 0.1}) {
    const BodyMotion motion = motion_at(piece, t);
    const auto at = [&](double time) { return pose_at(path, time / piece.length); };
    EXPECT_LE((at(t).translation - motion.X_WB.translation).norm(), 1e-15);
    EXPECT_LE(at(t).rotation.angularDistance(motion.X_WB.rotation), 1e-14);
    const Vector3 rate = (at(t + h).translation - at(t - h).translation) / (2 * h);
    EXPECT_NEAR((rate - motion.V_WB.linear).norm(), 0.0, 1e-7);
    const Vector3 spin =
        (motion_at(piece, t + h).V_WB.angular - motion_at(piece, t - h).V_WB.angular) / (2 * h);
    EXPECT_NEAR((spin - motion.A_bias_WB.angular).norm(), 0.0, 1e-6);
    const Quaternion turn = at(t + h).rotation * at(t - h).rotation.inverse();
    EXPECT_NEAR((turn.vec() / h * (turn.w() < 0 ? -1.0 : 1.0) - motion.V_WB.angular).norm(), 0.0,
                1e-6);
  }
}

TEST(Drive, RestIsOnePieceToTheHorizon) {
  const trace::Time horizon = trace::time_from(100.0);
  const DrivePiece still = make_piece(lift_by_knots(), 7, trace::time_from(2.5), horizon);
  EXPECT_TRUE(still.for_ever);
  EXPECT_EQ(still.end, horizon);
  EXPECT_EQ(still.coefficients.cols(), 1);
  EXPECT_EQ(segment_of(still, 2).reason, trace::EndReason::Rest);
  EXPECT_FALSE(make_piece(lift_by_knots(), 0, trace::time_from(0.0), horizon).for_ever);
  EXPECT_FALSE(rests_after(lift_by_knots(), 0.0));
  EXPECT_TRUE(rests_after(Path{}, 0.0));
}

TEST(Drive, MotionWithoutEndComesInPieces) {
  Path path;
  path.position[0] = Polynomial{{0.0, 2.0}};
  const DrivePiece piece = make_piece(path, 0, trace::time_from(0.0), trace::time_from(100.0));
  EXPECT_EQ(piece.end, trace::time_from(8.0));
  EXPECT_FALSE(piece.breaks);
  EXPECT_EQ(piece.coefficients.cols(), 2);
}

}  // namespace
}  // namespace rigor
