// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/assembly/resting_segment.hpp>

namespace rigor {
namespace {

TEST(RestingSegment, IsThePoseOfTheBodyFromStartToEnd) {
  Body post;
  post.id = 3;
  post.role = BodyRole::Fixed;
  post.X_WB = {Quaternion(0.5, 0.5, -0.5, 0.5), Vector3(1, 2, 3)};
  const trace::Time start = trace::time_from(0.25);
  const trace::Time end = trace::time_from(1.0);
  const trace::Segment segment = resting_segment(post, start, end);
  EXPECT_EQ(segment.body, 3U);
  EXPECT_EQ(segment.start, start);
  EXPECT_EQ(segment.end, end);
  EXPECT_EQ(segment.length, 0.75);
  EXPECT_EQ(segment.reason, trace::EndReason::Rest);
  const std::array<std::vector<double>, 3> position{{{1.0}, {2.0}, {3.0}}};
  const std::array<std::vector<double>, 4> quaternion{{{0.5}, {0.5}, {-0.5}, {0.5}}};
  EXPECT_EQ(segment.position, position);
  EXPECT_EQ(segment.quaternion, quaternion);
}

}  // namespace
}  // namespace rigor
