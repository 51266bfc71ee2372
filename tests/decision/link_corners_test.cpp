// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/decision/link_corners.hpp>
#include <rigor/dynamics/build.hpp>
#include <rigor/geometry/solids.hpp>

namespace rigor {
namespace {

constexpr double kSkin = 1e-8;

/// Bars of length 0.4 and height 2 h on the floor, joined at their ends by pins at mid-height; the
/// first one hangs on the world, at its end.
struct Bars {
  Model model;
  World world;

  explicit Bars(int count, double pin_height) {
    ModelDescription description;
    description.half_spaces = {{"floor", {Vector3::UnitZ(), 0.0}, ""}};
    for (int i = 0; i < count; ++i) {
      LinkDescription bar;
      bar.name = "bar" + std::to_string(i);
      if (i > 0) bar.parent = "bar" + std::to_string(i - 1);
      bar.joint = Revolute{Vector3::UnitY()};
      bar.X_PJ.translation = i > 0 ? Vector3(0.4, 0, 0) : Vector3(0, 0, pin_height);
      bar.mass = 1.0;
      bar.pieces = {{"bar",
                     unwrap(make_box(Vector3(0.2, 0.03, kHalf))),
                     {Quaternion::Identity(), Vector3(0.2, 0, 0)},
                     ""}};
      description.links.push_back(std::move(bar));
    }
    model = unwrap(build(description));
    SimulationOptions options;
    options.law = Law::Frictionless;
    world = make_world(model, neutral_state(model), options);
  }

  Cluster at(const Eigen::VectorXd& q) const {
    const auto tree = placed_tree(world.trees.front(), q, Eigen::VectorXd::Zero(q.size()));
    Cluster cluster;
    for (std::uint32_t i = 0; i < q.size(); ++i) {
      cluster.bodies.push_back(i);
      cluster.states.push_back(link_state(tree, i));
    }
    return cluster;
  }

  static constexpr double kHalf = 0.02;
};

int corners_of(const std::vector<TouchingPair>& pairs, std::uint32_t body) {
  int count = 0;
  for (const TouchingPair& pair : pairs)
    if (pair.pair.b.body == body) count += static_cast<int>(pair.corners.size());
  return count;
}

TEST(LinkCorners, OfTwoBesideAPinTheLowerOneCarries) {
  const Bars bars(3, Bars::kHalf + kSkin);
  // The middle bar lies flat; the last one is tilted so little that its corners stay in the band.
  const double tilt = -std::sqrt(0.5 * Tolerances::kBand * kSkin * 2.0 / Bars::kHalf);
  const Cluster cluster = bars.at(Eigen::Vector3d(0.0, 0.0, tilt));
  std::vector<TouchingPair> pairs = touching_pairs(bars.world, cluster, {}, {});
  ASSERT_EQ(corners_of(pairs, 1), 4);
  ASSERT_EQ(corners_of(pairs, 2), 2);  // beside the pin; its other end is up
  EXPECT_FALSE(leave_to_joints(bars.world, cluster, pairs));
  EXPECT_EQ(corners_of(pairs, 1), 4);
  EXPECT_EQ(corners_of(pairs, 2), 0);
}

TEST(LinkCorners, OfEqualOnesNoneIsLeftOut) {
  const Bars bars(3, Bars::kHalf + kSkin);
  const Cluster cluster = bars.at(Eigen::Vector3d::Zero());
  std::vector<TouchingPair> pairs = touching_pairs(bars.world, cluster, {}, {});
  EXPECT_FALSE(leave_to_joints(bars.world, cluster, pairs));
  EXPECT_EQ(corners_of(pairs, 1), 4);
  EXPECT_EQ(corners_of(pairs, 2), 4);
}

TEST(LinkCorners, RightUnderAHingeTheJointHoldsThem) {
  const Bars bars(1, Bars::kHalf + kSkin);
  const Cluster cluster = bars.at(Eigen::VectorXd::Zero(1));
  std::vector<TouchingPair> pairs = touching_pairs(bars.world, cluster, {}, {});
  ASSERT_EQ(corners_of(pairs, 0), 4);
  EXPECT_FALSE(leave_to_joints(bars.world, cluster, pairs));
  EXPECT_EQ(corners_of(pairs, 0), 2);  // those at the far end
}

TEST(LinkCorners, AJointThatHoldsThemTooLowIsNamed) {
  const Bars bars(1, Bars::kHalf + 0.98 * kSkin);
  const Cluster cluster = bars.at(Eigen::VectorXd::Zero(1));
  std::vector<TouchingPair> pairs = touching_pairs(bars.world, cluster, {}, {});
  const auto sinks = leave_to_joints(bars.world, cluster, pairs);
  ASSERT_TRUE(sinks);
  EXPECT_NE(sinks->find("bar0"), std::string::npos) << *sinks;
  EXPECT_NE(sinks->find("floor"), std::string::npos) << *sinks;
}

}  // namespace
}  // namespace rigor
