// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/report/force_track.hpp>

namespace rigor {
namespace {

/// A box that rises from z = 1 to 3 within 2 s; two points of the ground push it for 1 s: one at a
/// vertex of it, with 8 + 2 t newtons up and 1 aside, and one on a path of its own with 5.
trace::Trace pushed() {
  trace::Trace trace;
  trace.half_spaces.push_back({"ground", {0, 0, 1}, 0.0});
  trace::Body body;
  body.name = "box";
  body.pieces.push_back({"box", {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}}, {}, {}});
  trace.bodies.push_back(body);
  trace::Segment segment;
  segment.end = trace.footer.end = trace::time_from(2.0);
  segment.length = 2.0;
  segment.position = {std::vector<double>{0.0, 0.0}, {0.0, 0.0}, {2.0, 1.0}};
  segment.quaternion = {std::vector<double>{1.0}, {0.0}, {0.0}, {0.0}};
  trace.segments.push_back(segment);
  trace::ContactForce force;
  force.a = {trace::kWorld, 0};
  force.b = {0, 0};
  force.end = trace::time_from(1.0);
  force.length = 2.0;
  force.normal = {0, 0, 2};
  force.friction = 0.5;
  force.points.resize(2);
  force.points[0].state = trace::ContactState::Slip;
  force.points[0].vertex_b = 0;
  force.points[0].force = {std::vector<double>{1.0, 0.0}, {0.0, 0.0}, {10.0, 2.0}};
  force.points[1].path = {std::vector<double>{3.0, 1.0}, {4.0, 0.0}, {5.0, 0.0}};
  force.points[1].force = {std::vector<double>{0.0}, {0.0}, {5.0}};
  trace.forces.push_back(force);
  return trace;
}

TEST(ForceTrack, ReadsPolynomialsAtVerticesAndOnPaths) {
  const trace::Trace trace = pushed();
  const std::vector<PairForce> all = forces_at(trace, trace::time_from(0.5));
  ASSERT_EQ(all.size(), 1U);
  const PairForce& pair = all[0];
  ASSERT_EQ(pair.points.size(), 2U);
  EXPECT_LT((pair.points[0].force_W - Vector3(1, 0, 9)).norm(), 1e-14);
  EXPECT_LT((pair.points[0].point_W - Vector3(-0.5, -0.5, 1.0)).norm(), 1e-14);
  EXPECT_EQ(pair.points[0].state, trace::ContactState::Slip);
  EXPECT_LT((pair.points[1].point_W - Vector3(2.5, 4, 5)).norm(), 1e-14);
  EXPECT_NEAR(pair.normal(), 14.0, 1e-14);
  EXPECT_NEAR(pair.friction_limit, 7.0, 1e-14);
  EXPECT_LT((pair.tangential_W() - Vector3(1, 0, 0)).norm(), 1e-14);
  const Vector3 c(0, 0, 1.5);
  const Vector3 moment = (pair.points[0].point_W - c).cross(pair.points[0].force_W) +
                         (pair.points[1].point_W - c).cross(pair.points[1].force_W);
  EXPECT_LT((pair.moment_W - moment).norm(), 1e-13);
}

TEST(ForceTrack, KnowsWhereRecordsBeginAndEnd) {
  trace::Trace trace = pushed();
  trace::ContactForce next = trace.forces[0];
  next.begin = trace::time_from(1.0);
  next.end = trace::time_from(1.5);
  next.points.pop_back();
  trace.forces.push_back(next);
  const ForceTracks tracks(trace);
  const ForceTracks::Pair pair = {{trace::kWorld, 0}, {0, 0}};
  EXPECT_EQ(tracks.pairs(), std::vector<ForceTracks::Pair>{pair});
  EXPECT_EQ(tracks.at(pair, trace::time_from(1.0), Limit::Before).points.size(), 2U);
  EXPECT_EQ(tracks.at(pair, trace::time_from(1.0), Limit::After).points.size(), 1U);
  EXPECT_TRUE(tracks.at(pair, trace::time_from(1.5)).points.empty());
  EXPECT_TRUE(tracks.at({{0, 0}, {0, 0}}, trace::time_from(0.5)).points.empty());
  EXPECT_TRUE(forces_at(trace, trace::time_from(1.7)).empty());
}

/// Normals of faces turn with their body, those of edges with both.
TEST(ForceTrack, NormalsFollowTheBodies) {
  trace::Trace trace = pushed();
  const double half = std::sqrt(0.5);
  trace.segments[0].quaternion = {std::vector<double>{half}, {half}, {0.0}, {0.0}};  // 90° about x
  trace.forces[0].frame = trace::PlaneFrame::B;
  trace.forces[0].normal = {0, 0, 1};
  const PairForce pair = forces_at(trace, trace::time_from(0.5))[0];
  EXPECT_LT((pair.normal_W - Vector3(0, -1, 0)).norm(), 1e-15);
}

}  // namespace
}  // namespace rigor
