// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/box.hpp>
#include <rigor/verification/sampled_state.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

TEST(Box, ContainsTheTumblingPieceAndIsTight) {
  Random random(1);
  for (int i = 0; i < 40; ++i) {
    const auto axis = random.direction<3>();
    const double speed = random.uniform(0.0, 20.0);
    const Triple v = {random.normal(), random.normal(), random.normal()};
    const Segment segment = fitted(
        [&](double t) {
          return SamplePose{{v[0] * t, v[1] * t, v[2] * t - 5 * t * t}, rotation(axis, speed * t)};
        },
        trace::time_from(0.0), 0.02, 8);
    const trace::Piece piece = box_piece(0.1, 0.2, 0.3);
    const Points points = exact_points(piece);
    const Motion motion =
        motion_on(segment, {exact(segment.start), exact(segment.end)}, Precision::Rounded);
    const TightBox tight = tight_box({&motion, &points});
    ASSERT_TRUE(tight.valid);
    const Box ball = ball_box(segment, radius_above(piece));
    Box seen{{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
    for (int k = 0; k <= 100; ++k) {
      const double s = trace::elapsed(segment.start, segment.end) / segment.length * k / 100.0;
      for (const Triple& p : placed(piece, state_at(segment, s)).vertices) {
        for (std::size_t j = 0; j < 3; ++j) {
          seen.low[j] = std::min(seen.low[j], p[j]);
          seen.high[j] = std::max(seen.high[j], p[j]);
        }
      }
    }
    for (std::size_t j = 0; j < 3; ++j) {
      ASSERT_LE(tight.box.low[j], seen.low[j] + 1e-14);
      ASSERT_GE(tight.box.high[j], seen.high[j] - 1e-14);
      ASSERT_GE(tight.box.low[j], seen.low[j] - 0.01);
      ASSERT_LE(tight.box.high[j], seen.high[j] + 0.01);
      ASSERT_LE(ball.low[j], seen.low[j]);
      ASSERT_GE(ball.high[j], seen.high[j]);
    }
  }
}

TEST(Box, DistancesNeverExceedTheTruth) {
  const Box a{{0, 0, 0}, {1, 1, 1}};
  const Box b{{1.25, 0, 0}, {2, 1, 1}};
  EXPECT_LE(distance_below(a, b), 0.25);
  EXPECT_GT(distance_below(a, b), 0.2499999);
  EXPECT_LE(distance_below(a, a), -1.0);
  const trace::HalfSpace wall{"wall", {0.0, 3.0, 4.0}, -5.0};
  EXPECT_LE(distance_below(wall, a), 1.0);
  EXPECT_GT(distance_below(wall, a), 0.9999999);
}

TEST(Box, ANumberThatIsNotFiniteIsNeverApart) {
  Box bad{{std::nan(""), std::nan(""), std::nan("")}, {std::nan(""), std::nan(""), std::nan("")}};
  EXPECT_FALSE(distance_below(bad, Box{{5, 5, 5}, {6, 6, 6}}) > 0.0);
}

}  // namespace
}  // namespace rigor::verification
