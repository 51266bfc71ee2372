// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <rigor/contact/corner_rows.hpp>
#include <rigor/geometry/solids.hpp>

#include "moving_bodies.hpp"

namespace rigor {
namespace {

constexpr double kSkin = 1e-8;

// A small box, turned and shifted, lies on a large one: whatever the corners are tied to, the rate
// of each is the normal velocity of B against A there, and all gaps are the skin.
TEST(CornerRows, RatesAreRelativeVelocitiesAtTheCorners) {
  Random random(41);
  std::set<CornerRow> kinds;
  for (int trial = 0; trial < 200; ++trial) {
    const Polytope A = unwrap(make_box({0.5, 0.5, 0.5}));
    const Polytope B = unwrap(make_box({random.uniform(0.2, 0.7), 0.3, 0.2}));
    BodyMotion motion_A = testing::random_motion(random, false);
    BodyMotion motion_B = testing::random_motion(random, true);
    const Pose X_AB{exp_rotation(Vector3(0, 0, random.uniform(-3.0, 3.0))),
                    Vector3(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0.7 + kSkin)};
    motion_B.X_WB = motion_A.X_WB * X_AB;
    const PlacedPair pair{&A, motion_A.X_WB, &B, motion_B.X_WB};
    const AxisReading axis = pair_axis(pair, {1e-10, nullptr});
    ASSERT_NEAR(axis.separation, kSkin, 1e-14);
    const auto corners = contact_corners(pair, axis, motion_A, motion_B, {});
    ASSERT_GE(corners.size(), 3U) << trial;
    for (const ContactCorner& corner : corners) {
      kinds.insert(corner.kind);
      const Vector3 p = corner.corner.p_WB;
      const Vector3 relative = velocity_at(motion_B.V_WB, p - motion_B.X_WB.translation) -
                               velocity_at(motion_A.V_WB, p - motion_A.X_WB.translation);
      EXPECT_NEAR(corner.rows.normal.jet.value, kSkin, 1e-13) << trial;
      EXPECT_NEAR(corner.rows.normal.jet.rate, axis.nhat_AB_W.dot(relative), 1e-6) << trial;
      EXPECT_LE((corner.rows.nhat_AB_W - axis.nhat_AB_W).norm(), 1e-7) << trial;
    }
  }
  EXPECT_EQ(kinds.count(CornerRow::VertexOnPlane), 1U);
  EXPECT_EQ(kinds.count(CornerRow::Swapped), 1U);
  EXPECT_EQ(kinds.count(CornerRow::CrossingEdges), 1U);
}

/// Smallest n·x over B minus the largest over A, vertex by vertex.
double separation_along(const PlacedPair& pair, const Vector3& n) {
  double above = 1e9;
  double below = -1e9;
  for (const Vector3& v : pair.B->vertices()) above = std::min(above, n.dot(pair.X_WB * v));
  for (const Vector3& v : std::get<const Polytope*>(pair.A)->vertices())
    below = std::max(below, n.dot(pair.X_WA * v));
  return above - below;
}

// A box that is nearly flat on another one, turned by little: the normals of edges that cross there
// may be far off the axis, but a row acts only along one that parts the bodies.
TEST(CornerRows, NormalsPartTheBodies) {
  Random random(42);
  const Polytope box = unwrap(make_box({0.25, 0.25, 0.25}));
  int crossings = 0;
  int planes = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const auto power = [&](double from, double to) {
      return std::pow(10.0, random.uniform(from, to));
    };
    const Vector3 turn(power(-12.0, -5.0), power(-12.0, -5.0), power(-4.0, 0.0));
    BodyMotion A;
    BodyMotion B;
    B.X_WB = {exp_rotation(Vector3(0, 0, turn.z())) * exp_rotation(Vector3(turn.x(), turn.y(), 0)),
              Vector3(random.uniform(-0.01, 0.01), random.uniform(-0.01, 0.01), 0.6)};
    PlacedPair pair{&box, A.X_WB, &box, B.X_WB};
    B.X_WB.translation.z() += kSkin - separation_along(pair, Vector3::UnitZ());
    pair.X_WB = B.X_WB;
    const AxisReading axis = read_axis(pair, best_face_axis(pair).axis);
    for (const ContactCorner& corner : contact_corners(pair, axis, A, B, {1e-5, 4e-7})) {
      crossings += corner.kind == CornerRow::CrossingEdges ? 1 : 0;
      planes += corner.kind == CornerRow::PointOnPlane ? 1 : 0;
      EXPECT_GE(separation_along(pair, corner.rows.nhat_AB_W), 0.4 * kSkin)
          << "trial " << trial << ", turned by " << turn.transpose();
    }
  }
  EXPECT_GT(crossings, 100);
  EXPECT_GT(planes, 100);
}

// Two crossing edges of cubes: the axis is edge-edge and its one corner lies where they cross.
TEST(CornerRows, EdgeEdgeAxisHasOneCorner) {
  const Polytope cube = unwrap(make_box({0.5, 0.5, 0.5}));
  const double quarter = std::acos(-1.0) / 4.0;
  const double h = std::sqrt(0.5);
  BodyMotion A;
  A.X_WB = {exp_rotation(Vector3(quarter, 0, 0)), Vector3::Zero()};
  BodyMotion B;
  B.X_WB = {exp_rotation(Vector3(0, quarter, 0)), Vector3(0.1, 0.2, 2.0 * h + kSkin)};
  const PlacedPair pair{&cube, A.X_WB, &cube, B.X_WB};
  const AxisReading axis = pair_axis(pair, {});
  ASSERT_EQ(axis.axis.kind, AxisKind::EdgeEdge);
  EXPECT_NEAR(axis.separation, kSkin, 1e-14);
  const auto corners = contact_corners(pair, axis, A, B, {});
  ASSERT_EQ(corners.size(), 1U);
  EXPECT_LE((corners[0].rows.point_W - Vector3(0.1, 0.0, h + kSkin)).norm(), 1e-12);
  EXPECT_LE((corners[0].rows.nhat_AB_W - Vector3::UnitZ()).norm(), 1e-12);
}

// The plane of two crossing edges turns by 1/sin of their angle times what a body turns: the slack
// grows alike, so that the body may turn as far at every angle, up to a tenth of the skin.
TEST(CornerRows, EdgesThatNearlyAlignHaveMoreSlack) {
  const Polytope cube = unwrap(make_box({0.5, 0.5, 0.5}));
  const PairAxis axis{AxisKind::EdgeEdge, 0, 0, 1};
  const Edge& edge = cube.edges()[0];
  const Vector3 along = cube.vertices()[edge.head] - cube.vertices()[edge.tail];
  const Vector3 across = along.unitOrthogonal();
  double last = 0.0;
  for (const double angle : {std::acos(0.0), 0.5, 0.1, 0.06, 1e-3, 0.0}) {
    const PlacedPair pair{&cube, {}, &cube, {exp_rotation(angle * across), Vector3(0, 0, 1.5)}};
    const double slack = edge_slack(pair, axis);
    EXPECT_NEAR(slack, angle > 0.05 ? 0.005 / std::sin(angle) : 0.1, 1e-12) << angle;
    EXPECT_GE(slack, last);
    last = slack;
  }
}

}  // namespace
}  // namespace rigor
