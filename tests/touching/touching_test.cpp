// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/touching/touching.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

constexpr double kQuarter = 0.78539816339744830962;  // rad, 45 degrees
const double kDiagonal = std::atan(std::sqrt(2.0));  // rad, brings a cube's diagonal upright

/// Two boxes, one above the other, 1 δ apart; `swapped`: the upper one is body 0.
struct Stacked {
  BoxWorld boxes;
  Cluster cluster;
  std::vector<TouchingPair> pairs;

  Stacked(Vector3 lower_half, Quaternion lower, Vector3 upper_half, Quaternion upper,
          const Vector3& offset, bool swapped)
      : boxes(swapped ? box_world({upper_half, lower_half}) : box_world({lower_half, upper_half})) {
    const BodyState low = resting_at(Vector3::Zero(), lower);
    const BodyState high = resting_at(Vector3(offset.x(), offset.y(), 3.0), upper);
    cluster = swapped ? Cluster{{0, 1}, {high, low}} : Cluster{{0, 1}, {low, high}};
    bring_to_gap(boxes.world, cluster, pair_of(0, 1), swapped ? 0 : 1, Vector3::UnitZ(),
                 boxes.world.tolerances.skin);
    pairs = touching_pairs(boxes.world, cluster, {pair_of(0, 1)}, {});
  }

  std::vector<ContactId> contacts() const {
    return contacts_of_mode(boxes.world, cluster, pairs[0], all_corners(pairs[0]));
  }

  /// Points of the corners in the plane, in an order of their own.
  std::vector<std::pair<double, double>> points() const {
    std::vector<std::pair<double, double>> all;
    for (const ContactCorner& corner : pairs[0].corners)
      all.emplace_back(std::round(corner.rows.point_W.x() * 1e6) / 1e6 + 0.0,
                       std::round(corner.rows.point_W.y() * 1e6) / 1e6 + 0.0);
    std::sort(all.begin(), all.end());
    return all;
  }
};

struct Case {
  const char* name;
  Vector3 lower_half;
  Quaternion lower;
  Vector3 upper_half;
  Quaternion upper;
  Vector3 offset;
  std::size_t corners;   ///< of the clipped manifold
  std::size_t contacts;  ///< of the mode
  bool edges;            ///< an edge-edge axis
};

std::vector<Case> cases() {
  const Vector3 cube = Vector3::Constant(0.5);
  const Quaternion flat = Quaternion::Identity();
  const Quaternion on_x = turn(kQuarter, Vector3::UnitX());  // an edge along x is lowest/highest
  const Quaternion on_y = turn(kQuarter, Vector3::UnitY());
  const Quaternion on_vertex = turn(kDiagonal, Vector3(1, -1, 0));
  return {
      {"face on face", cube, flat, cube, flat, Vector3(0.3, 0.2, 0), 4, 4, false},
      {"face on face, turned", cube, flat, cube, turn(kQuarter, Vector3::UnitZ()), Vector3::Zero(),
       8, 4, false},
      {"edge on face", cube, flat, Vector3(0.3, 0.2, 0.2), on_x, Vector3::Zero(), 2, 2, false},
      {"edge across face", cube, flat, Vector3(0.9, 0.2, 0.2), on_x, Vector3::Zero(), 2, 2, false},
      {"face on edge", cube, on_x, Vector3(0.3, 0.4, 0.2), flat, Vector3::Zero(), 2, 2, false},
      {"vertex on face", cube, flat, Vector3::Constant(0.2), on_vertex, Vector3(0.1, 0.05, 0), 1, 1,
       false},
      {"crossing edges", cube, on_x, cube, on_y, Vector3(0.1, 0.2, 0), 1, 1, true},
  };
}

TEST(Touching, GivesEachKindOfContactItsCornersAndItsMode) {
  for (const Case& c : cases()) {
    for (const bool swapped : {false, true}) {
      const Stacked at(c.lower_half, c.lower, c.upper_half, c.upper, c.offset, swapped);
      SCOPED_TRACE(std::string(c.name) + (swapped ? ", swapped" : ""));
      ASSERT_EQ(at.pairs.size(), 1U);
      EXPECT_EQ(at.pairs[0].corners.size(), c.corners);
      EXPECT_EQ(at.pairs[0].axis.axis.kind == AxisKind::EdgeEdge, c.edges);
      EXPECT_NEAR(at.pairs[0].axis.nhat_AB_W.z(), swapped ? -1.0 : 1.0, 1e-9);
      const auto contacts = at.contacts();
      EXPECT_EQ(contacts.size(), c.contacts);
      EXPECT_TRUE(std::is_sorted(contacts.begin(), contacts.end()));
      for (const ContactId& id : contacts)
        EXPECT_NEAR(gap_of(at.boxes.world, at.cluster, id), 1e-8, 1e-14);
    }
  }
}

TEST(Touching, SwappingTheBodiesMirrorsTheManifold) {
  for (const Case& c : cases()) {
    const Stacked one(c.lower_half, c.lower, c.upper_half, c.upper, c.offset, false);
    const Stacked other(c.lower_half, c.lower, c.upper_half, c.upper, c.offset, true);
    ASSERT_EQ(one.pairs.size() + other.pairs.size(), 2U) << c.name;
    EXPECT_EQ(one.points(), other.points()) << c.name;
    EXPECT_LE((one.pairs[0].axis.nhat_AB_W + other.pairs[0].axis.nhat_AB_W).norm(), 1e-12)
        << c.name;
  }
}

TEST(Touching, ClipsTheFaceToTheCommonRectangle) {
  const Case c = cases().front();
  const Stacked at(c.lower_half, c.lower, c.upper_half, c.upper, c.offset, false);
  const std::vector<std::pair<double, double>> expected{
      {-0.2, -0.3}, {-0.2, 0.5}, {0.5, -0.3}, {0.5, 0.5}};
  EXPECT_EQ(at.points(), expected);
}

TEST(Touching, KeepsAnEdgeByItsEndsWhereverItIsClipped) {
  const Case c = cases()[3];
  const Stacked at(c.lower_half, c.lower, c.upper_half, c.upper, c.offset, false);
  const std::vector<std::pair<double, double>> clipped{{-0.5, 0.0}, {0.5, 0.0}};
  EXPECT_EQ(at.points(), clipped);
  for (const ContactId& id : at.contacts())
    EXPECT_NEAR(std::abs(rows_of(at.boxes.world, at.cluster, id).point_W.x()), 0.9, 1e-12);
}

TEST(Touching, ParallelEdgesAreHeldByTwoPointsOfOnePlane) {
  const Quaternion on_x = turn(kQuarter, Vector3::UnitX());
  for (const bool swapped : {false, true}) {
    const Stacked at(Vector3::Constant(0.5), on_x, Vector3(0.3, 0.5, 0.5), on_x, Vector3::Zero(),
                     swapped);
    ASSERT_EQ(at.pairs.size(), 1U);
    const auto contacts = at.contacts();
    ASSERT_EQ(contacts.size(), 2U) << "swapped " << swapped;
    EXPECT_EQ(contacts[0].axis, contacts[1].axis);
    EXPECT_NE(contacts[0].axis.kind, AxisKind::EdgeEdge);
    for (const ContactId& id : contacts)
      EXPECT_NEAR(gap_of(at.boxes.world, at.cluster, id), 1e-8, 1e-14);
  }
}

TEST(Touching, VertexOnVertexIsOnePoint) {
  const Quaternion up = turn(kDiagonal, Vector3(1, -1, 0));
  for (const bool swapped : {false, true}) {
    const Stacked at(Vector3::Constant(0.5), up, Vector3::Constant(0.3), up, Vector3::Zero(),
                     swapped);
    ASSERT_EQ(at.pairs.size(), 1U);
    const auto contacts = at.contacts();
    ASSERT_EQ(contacts.size(), 1U) << "swapped " << swapped;
    EXPECT_NEAR(gap_of(at.boxes.world, at.cluster, contacts[0]), 1e-8, 1e-12);
  }
}

TEST(Touching, FindsEveryPairWithinTheBandAndNoneBeyond) {
  const BoxWorld boxes = box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.1, 0.4, 0.6)});
  const double skin = boxes.world.tolerances.skin;
  Random random(11);
  std::array<int, 3> kinds{};
  int found = 0;
  int beyond = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Cluster cluster{{0, 1},
                    {resting_at(random_vector(random, 0.2), random_rotation(random)),
                     resting_at(Vector3::Zero(), random_rotation(random))}};
    const Vector3 way = random_direction(random);
    cluster.states[1].x = cluster.states[0].x + 3.0 * way;
    const bool inside = trial % 2 == 0;
    const double gap = skin * (inside ? random.uniform(0.98, 1.0099) : random.uniform(1.0101, 4.0));
    bring_to_gap(boxes.world, cluster, pair_of(0, 1), 1, way, gap);
    const AxisReading best = pair_axis(placed(boxes.world, cluster, pair_of(0, 1)), {});
    ASSERT_NEAR(best.separation, gap, 1e-13) << "trial " << trial;
    const auto pairs = touching_pairs(boxes.world, cluster, {pair_of(0, 1)}, {});
    ASSERT_EQ(pairs.size(), inside ? 1U : 0U) << "trial " << trial << " gap " << gap;
    beyond += inside ? 0 : 1;
    if (!inside) continue;
    ++found;
    ++kinds[static_cast<int>(pairs[0].axis.axis.kind)];
    ASSERT_FALSE(pairs[0].corners.empty()) << "trial " << trial;
    const auto contacts = contacts_of_mode(boxes.world, cluster, pairs[0], all_corners(pairs[0]));
    ASSERT_FALSE(contacts.empty()) << "trial " << trial;
    for (const ContactId& id : contacts)
      ASSERT_NEAR(gap_of(boxes.world, cluster, id), gap, 0.02 * skin) << "trial " << trial;
  }
  EXPECT_EQ(found, 150);
  EXPECT_EQ(beyond, 150);
  for (const int count : kinds) EXPECT_GT(count, 10);
}

TEST(Touching, HalfSpacesTakeEveryVertexInTheBand) {
  const BoxWorld boxes = box_world({Vector3::Constant(0.5)}, {.ground = true});
  Cluster cluster{{0}, {resting_at(Vector3(0, 0, 0.5 + 1e-8))}};
  auto pairs = touching_pairs(boxes.world, cluster, {}, {});
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].corners.size(), 4U);
  EXPECT_EQ(contacts_of_mode(boxes.world, cluster, pairs[0], {1, 2}).size(), 2U);
  cluster.states[0].x.z() += 2e-10;  // above δ(1 + β)
  EXPECT_TRUE(touching_pairs(boxes.world, cluster, {}, {}).empty());
  // A vertex of the mode is a candidate wherever it is.
  const std::vector<ActiveContact> mode{{on_ground(0, 2), ContactState::Frictionless, 0.0}};
  pairs = touching_pairs(boxes.world, cluster, {}, mode);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].corners.size(), 1U);
}

}  // namespace
}  // namespace rigor
