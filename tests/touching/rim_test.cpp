// SPDX-License-Identifier: Apache-2.0
// The rim of the region that two faces have in common.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/touching/rim.hpp>
#include <rigor/touching/touching.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

/// The rim's corners between a fixed box and one on top of it, and the corners' pair.
struct RimOfBoxes {
  BoxWorld boxes;
  Cluster cluster{{1}, {BodyState{}}};
  TouchingPair touching;
  std::vector<RimCorner> rim;

  RimOfBoxes(const Vector3& half, double x, double y, double yaw) {
    BoxWorldSetup setup;
    setup.fixed = 1;
    boxes = box_world({Vector3(0.2, 0.2, 0.1), half}, setup);
    cluster.states[0] = resting_at(Vector3(x, y, 0.1 + half.z() + 1e-8));
    cluster.states[0].q = Quaternion{std::cos(0.5 * yaw), 0.0, 0.0, std::sin(0.5 * yaw)};
    touching = touching_pairs(boxes.world, cluster, {pair_of(0, 1)}, {}).front();
    rim = rim_corners(boxes.world, cluster, touching);
  }

  Vector3 along_W(const RimEdge& edge) const {
    return pose_of(boxes.world, cluster, edge.of_a ? 0U : 1U).rotation * edge.along;
  }
};

TEST(Rim, FollowsTheCornersOnceAround) {
  struct Case {
    Vector3 half;
    double x, y, yaw;
    std::size_t corners;
  };
  const std::vector<Case> cases = {
      {{0.1, 0.1, 0.1}, 0.0, 0.0, 0.3, 4},    // all of b
      {{0.5, 0.5, 0.1}, 0.0, 0.0, 0.3, 4},    // all of a
      {{0.2, 0.2, 0.1}, 0.05, 0.02, 0.0, 4},  // two of each
      {{0.2, 0.2, 0.1}, 0.0, 0.0, 0.4, 8},    // eight crossings
      {{0.2, 0.2, 0.1}, 0.05, 0.02, 0.1, 5},
  };
  for (const Case& c : cases) {
    const RimOfBoxes at(c.half, c.x, c.y, c.yaw);
    ASSERT_EQ(at.rim.size(), at.touching.corners.size());
    EXPECT_EQ(at.rim.size(), c.corners);
    double whole = 0.0;
    for (std::size_t k = 0; k < at.rim.size(); ++k) {
      const std::size_t next = (k + 1) % at.rim.size();
      const Vector3 way =
          at.touching.corners[next].rows.point_W - at.touching.corners[k].rows.point_W;
      EXPECT_LE((at.along_W(at.rim[k].turn.after) - way.normalized()).norm(), 1e-6);
      EXPECT_LE((at.along_W(at.rim[next].turn.before) - way.normalized()).norm(), 1e-6);
      whole += std::acos(at.along_W(at.rim[k].turn.before).dot(at.along_W(at.rim[k].turn.after)));
    }
    EXPECT_NEAR(whole, 2.0 * std::numbers::pi, 1e-9);
  }
}

/// The sum of the turns at the corners that are kept.
double whole_turn(const RimOfBoxes& at) {
  double whole = 0.0;
  for (const RimCorner& corner : at.rim)
    whole += std::acos(
        std::clamp(at.along_W(corner.turn.before).dot(at.along_W(corner.turn.after)), -1.0, 1.0));
  return whole;
}

// Eight crossings, four of them of edges that are nearly parallel: those are no places.
TEST(Rim, LeavesOutCrossingsOfNearlyParallelEdges) {
  const double straight = straight_rim(1e-8, 0.4);
  EXPECT_EQ(straight, 1e-3);
  EXPECT_NEAR(straight_rim(1e-8, 1e-4), 1e-2, 1e-15);
  for (const double yaw : {0.1 * straight, 0.9 * straight, 1.1 * straight, 0.02}) {
    const RimOfBoxes at({0.2, 0.2, 0.1}, 2e-5, -1e-5, yaw);
    EXPECT_GE(at.touching.corners.size(), 5U) << yaw;
    EXPECT_EQ(at.rim.size() < at.touching.corners.size(), yaw < straight) << yaw;
    EXPECT_GE(at.rim.size(), 4U) << yaw;
    EXPECT_NEAR(whole_turn(at), 2.0 * std::numbers::pi, 1e-6) << yaw;
  }
}

/// A regular prism of 1 kg on a fixed box, or on a fixed prism with as many sides turned against it
/// so that all edges cross.
struct PrismOnTop {
  BoxWorld made;
  Cluster cluster{{1}, {resting_at(Vector3(0.01, 0.02, 0.15 + 1e-8))}};
  TouchingPair touching;
  std::vector<RimCorner> rim;

  PrismOnTop(int sides, bool on_prism) {
    ModelDescription description;
    description.gravity = Vector3(0, 0, -kTestGravity);
    description.materials.push_back({"default", {0.3, 0.0, 0.0}});
    for (const bool fixed : {true, false}) {
      LinkDescription link;
      link.name = fixed ? "below" : "above";
      if (fixed) link.joint = Fixed{};
      link.inertia = SpatialInertia{1.0, Vector3::Zero(), Vector3(3e-3, 3e-3, 5e-3).asDiagonal()};
      link.pieces.push_back({"piece",
                             unwrap(fixed && !on_prism ? make_box({0.5, 0.5, 0.1})
                                                       : make_prism(sides, 0.1, fixed ? 0.2 : 0.1)),
                             {},
                             ""});
      description.links.push_back(std::move(link));
    }
    made.model = std::make_unique<Model>(unwrap(build(description)));
    SimulationOptions options;
    options.law = Law::Coulomb;
    made.world = make_world(*made.model, neutral_state(*made.model), options);
    if (on_prism) {
      cluster.states[0].x.head<2>().setZero();
      cluster.states[0].q = turn(std::numbers::pi / sides, Vector3::UnitZ());
    }
    cluster.states[0].v << 0.2, 0.0, 0.0, 0.0, 0.0, 1.0;
    touching = touching_pairs(made.world, cluster, {pair_of(0, 1)}, {}).front();
    rim = rim_corners(made.world, cluster, touching);
  }
};

// However many sides there are, corners all round carry the prism: the forces add up to its weight
// and have no moment about its centre but that of friction, and friction is that of a disc.
TEST(Rim, OfManySidesCarriesAsAFewDo) {
  Vector6 disc = Vector6::Zero();
  for (const int sides : {8, 64, 640}) {
    const PrismOnTop at(sides, false);
    EXPECT_EQ(at.touching.corners.size(), static_cast<std::size_t>(sides));
    EXPECT_EQ(at.rim.size(), static_cast<std::size_t>(std::min(sides, 32)));
    Mode mode;
    for (const ContactId& id :
         contacts_of_mode(at.made.world, at.cluster, at.touching, all_corners(at.touching)))
      mode.contacts.push_back({id, ContactState::Slip, 0.0});
    const ModeMotion motion = coulomb_motion(at.made.world, at.cluster, mode);
    ModeSolution solution(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
    double weight = 0.0;
    for (int f = 0; f < static_cast<int>(motion.forces.size()); ++f) weight += solution.load(f);
    EXPECT_NEAR(weight, kTestGravity, 1e-9 * kTestGravity) << sides;
    EXPECT_LE(solution.a().segment<3>(2).norm(), 1e-9 * kTestGravity) << sides;
    if (sides == 64) disc = solution.a();
    if (sides == 640) {
      EXPECT_LE((solution.a() - disc).norm(), 1e-7) << sides;
    }
  }
}

// Of many sides three corners may be in the band while the far side is several bands above it. The
// prism is then held by the line of its lowest corners: to put the whole face down moves it too
// far.
TEST(Rim, OfManySidesIsHeldByItsLowestLineWhileItIsTilted) {
  for (const auto& [tilt, contacts] : {std::pair{1e-9, 12}, {3.5e-9, 2}}) {
    PrismOnTop at(12, false);
    at.cluster.states[0].q = turn(tilt, Vector3::UnitY());
    at.cluster.states[0].v.setZero();
    bring_to_gap(at.made.world, at.cluster, pair_of(0, 1), 0, Vector3::UnitZ(), 1e-8);
    const auto pairs = touching_pairs(at.made.world, at.cluster, {pair_of(0, 1)}, {});
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_GE(pairs.front().corners.size(), 3U);
    const auto ids =
        contacts_of_mode(at.made.world, at.cluster, pairs.front(), all_corners(pairs.front()));
    EXPECT_EQ(std::ssize(ids), contacts) << tilt;
    for (const ContactId& id : ids)
      EXPECT_LE(gap_of(at.made.world, at.cluster, id), 1.03e-8) << tilt;
  }
}

TEST(Rim, OfCrossingsAllRoundKeepsCornersAllRound) {
  for (const int sides : {8, 64, 640}) {
    const PrismOnTop at(sides, true);
    EXPECT_EQ(at.touching.corners.size(), static_cast<std::size_t>(2 * sides)) << sides;
    EXPECT_GE(at.rim.size(), 16U) << sides;
    EXPECT_LE(at.rim.size(), 2 * kMostCorners) << sides;
    Vector3 sum = Vector3::Zero();
    for (const RimCorner& corner : at.rim) sum += at.touching.corners[corner.corner].rows.point_W;
    EXPECT_LE((sum / static_cast<double>(at.rim.size())).head<2>().norm(), 0.02) << sides;
  }
}

TEST(Rim, OfAnEdgeOrAHalfSpaceIsNone) {
  const RimOfBoxes edge({0.1, 0.1, 0.1}, 0.0, 0.0, 0.0);
  TouchingPair line = edge.touching;
  line.corners.resize(2);
  EXPECT_TRUE(rim_corners(edge.boxes.world, edge.cluster, line).empty());
  BoxWorldSetup setup;
  setup.ground = true;
  const BoxWorld boxes = box_world({Vector3(0.1, 0.1, 0.1)}, setup);
  const Cluster cluster{{0}, {resting_at(Vector3(0, 0, 0.1 + 1e-8))}};
  const auto pairs = touching_pairs(boxes.world, cluster, {}, {});
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs.front().corners.size(), 4U);
  EXPECT_TRUE(rim_corners(boxes.world, cluster, pairs.front()).empty());
}

}  // namespace
}  // namespace rigor
