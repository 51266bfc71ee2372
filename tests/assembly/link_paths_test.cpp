// SPDX-License-Identifier: Apache-2.0
// Paths of links against forward kinematics between the nodes.
#include <gtest/gtest.h>

#include <rigor/assembly/link_paths.hpp>
#include <rigor/certify/path.hpp>
#include <rigor/dynamics/configuration.hpp>

namespace rigor {
namespace {

/// A free root and two hinges.
Model three_links() {
  ModelDescription description;
  const SpatialInertia inertia{1.0, Vector3(0.1, 0.0, 0.0), Matrix3::Identity()};
  description.links = {{.name = "root",
                        .parent = "",
                        .joint_name = "",
                        .joint = Free{},
                        .X_PJ = {},
                        .inertia = inertia},
                       {.name = "arm",
                        .parent = "root",
                        .joint_name = "",
                        .joint = Revolute{Vector3::UnitY()},
                        .X_PJ = {Quaternion::Identity(), Vector3(0.3, 0.0, 0.0)},
                        .inertia = inertia},
                       {.name = "hand",
                        .parent = "arm",
                        .joint_name = "",
                        .joint = Revolute{Vector3::UnitX()},
                        .X_PJ = {Quaternion::Identity(), Vector3(0.4, 0.0, 0.0)},
                        .inertia = inertia}};
  const auto built = build(description);
  EXPECT_TRUE(std::holds_alternative<Model>(built));
  return std::get<Model>(built);
}

TEST(LinkPaths, FollowTheJointsBetweenTheNodes) {
  const Model model = three_links();
  State state = neutral_state(model);
  Eigen::VectorXd v(8);
  v << 0.3, -0.2, 0.5, 2.0, 1.0, -3.0, 4.0, -6.0;
  StraightCoordinates at{state.q, Eigen::VectorXd(model.q_size)};
  coordinate_rates(model, state.q, v, at.rates);
  const double length = 0.02;
  std::vector<trace::Segment> segments(3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    segments[i].body = 10 + i;
    segments[i].start = trace::time_from(0.0);
    segments[i].end = trace::time_from(length);
    segments[i].length = length;
  }
  const std::array<int, 4> degrees{4, 6, 8, 12};
  const double tail =
      write_link_paths(model, model.mechanisms[0], 10, at, 0.0, length, {degrees, 1e-11}, segments);
  EXPECT_LE(tail, 1e-11);
  EXPECT_GT(tail, 0.0);
  EXPECT_LT(segments[2].position[0].size(), 13U);  // a low degree was enough
  for (int k = 0; k <= 37; ++k) {
    const double t = length * k / 37.0;
    state.q = at.q + t * at.rates;
    normalize(model, state);
    for (int i = 0; i < 3; ++i) {
      const Pose expected = link_pose(model, i, state);
      const Pose there = pose_at(segments[i], trace::time_from(t));
      EXPECT_LE((there.translation - expected.translation).norm(), 1e-11) << i << " " << t;
      EXPECT_LE(expected.rotation.angularDistance(there.rotation), 1e-10) << i << " " << t;
    }
  }
}

TEST(LinkPaths, SayWhenNoDegreeIsHighEnough) {
  const Model model = three_links();
  StraightCoordinates at{neutral_state(model).q, Eigen::VectorXd::Zero(model.q_size)};
  at.rates[8] = 300.0;  // 6 rad in the step
  std::vector<trace::Segment> segments(1);
  segments[0].body = 2;
  const std::array<int, 1> degrees{4};
  EXPECT_GT(
      write_link_paths(model, model.mechanisms[0], 0, at, 0.0, 0.02, {degrees, 1e-11}, segments),
      1e-3);
}

}  // namespace
}  // namespace rigor
