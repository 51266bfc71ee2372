// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/certify/tracking_fields.hpp>
#include <rigor/geometry/solids.hpp>

namespace rigor {
namespace {

trace::Bytes bytes_of(const PairTracking& tracking) {
  trace::Bytes bytes;
  trace::ByteWriter(bytes).write(tracking);
  return bytes;
}

TEST(TrackingFields, AreAllOfThemReadBackBitByBit) {
  PairTracking tracking;
  tracking.level = 1e-8;
  tracking.hint = {{1, 2, 3}, {4, 5, 6}, 2};
  tracking.most_rounds = 17;
  Axis axis;
  axis.carrier = AxisCarrier::Edges;
  axis.plane = {Vector3(0.6, -0.0, 0.8), 0.25};
  axis.speed = -3.0;
  axis.anchor = trace::time_from(1.125);
  axis.edges = {{1, 2}, {3, 4}, -1};
  axis.level = 0.1;
  axis.slack = 0.2;
  tracking.axes = {axis, Axis{}};
  const trace::Bytes bytes = bytes_of(tracking);
  PairTracking again;
  trace::ByteReader reader(bytes);
  reader.read(again);
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(bytes_of(again), bytes);
  EXPECT_EQ(again.most_rounds, 17);
  ASSERT_EQ(again.axes.size(), 2U);
  EXPECT_EQ(again.axes[0].edges.sign, -1);
  EXPECT_TRUE(std::signbit(again.axes[0].plane.normal.y()));
  EXPECT_EQ(again.axes[0].anchor, axis.anchor);
}

TEST(TrackingFields, FitTheShapesTheyAreAbout) {
  const Polytope box = unwrap(make_box(Vector3(1.0, 1.0, 1.0)));
  PairTracking tracking;
  tracking.axes.emplace_back();
  EXPECT_TRUE(fits(tracking, box, box));
  tracking.hint.vertex_B[2] = 8;
  EXPECT_FALSE(fits(tracking, box, box));
  tracking.hint.vertex_B[2] = 7;
  tracking.axes[0].edges.edge_a[1] = 8;
  EXPECT_FALSE(fits(tracking, box, box));
}

}  // namespace
}  // namespace rigor
