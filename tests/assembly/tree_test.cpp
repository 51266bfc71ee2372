// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <rigor/assembly/tree.hpp>
#include <rigor/dynamics/energy.hpp>
#include <rigor/dynamics/jacobian.hpp>
#include <rigor/dynamics/mass_matrix.hpp>

namespace rigor {
namespace {

/// A free body, then a mechanism of four links: planar, revolute, spherical, prismatic.
Model two_mechanisms() {
  ModelDescription description;
  description.gravity = Vector3(0, 0, -9.81);
  const std::array<Joint, 5> joints{Free{}, Planar{}, Revolute{Vector3(0.6, 0, 0.8)}, Spherical{},
                                    Prismatic{Vector3(0, 0.6, 0.8)}};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    LinkDescription link;
    link.name = "l" + std::to_string(i);
    if (i > 1) link.parent = "l" + std::to_string(i - 1);
    link.joint = joints[i];
    if (i > 0) link.X_PJ.translation = Vector3(0.1, 0.2, -0.3);
    link.inertia = SpatialInertia{1.0 + static_cast<double>(i), Vector3(0.1, 0, -0.2),
                                  Vector3(0.3, 0.4, 0.5).asDiagonal()};
    description.links.push_back(link);
  }
  return unwrap(build(description));
}

State some_state(const Model& model) {
  State state = neutral_state(model);
  for (int i = 0; i < state.v.size(); ++i) state.v[i] = 0.3 * std::sin(1.0 + 2.0 * i);
  for (int i = 0; i < 4; ++i) state.q[7 + i] = 0.2 * i - 0.3;
  state.q.segment<4>(11) = Eigen::Vector4d(0.8, 0.36, 0.48, 0);
  return state;
}

TEST(Tree, TheMechanismAloneMovesAsInTheWholeModel) {
  const Model model = two_mechanisms();
  const State state = some_state(model);
  const auto tree = std::make_shared<const Tree>(make_tree(model, 1));
  const auto placed = placed_tree(tree, model, state);
  EXPECT_EQ(tree->unknowns(), model.v_size - 6);
  EXPECT_EQ(tree->first_body, 1U);
  Kinematics all(model);
  update(model, state, all);
  const std::vector<Pose> poses = link_poses(model, state);
  for (std::uint32_t body = 1; body < 5; ++body) {
    const BodyState link = link_state(placed, body);
    EXPECT_LT((link.x - poses[body].translation).norm(), 1e-15);
    EXPECT_LT((link.v - all.links[body].velocity.vector()).norm(), 1e-14);
    EXPECT_LT((link.bias.vector() - all.links[body].bias_acceleration.vector()).norm(), 1e-14);
    const Vector6 row = Vector6::LinSpaced(-1.0, 2.0);
    Eigen::VectorXd pulled = Eigen::VectorXd::Zero(tree->unknowns());
    pull_back(*placed, body, row, pulled);
    const Eigen::VectorXd whole =
        link_jacobian(model, all, static_cast<int>(body), all.links[body].p_WL).transpose() * row;
    EXPECT_LT((pulled - whole.tail(tree->unknowns())).norm(), 1e-14);
  }
  const int n = tree->unknowns();
  const Eigen::MatrixXd M = mass_matrix(model, all).bottomRightCorner(n, n);
  EXPECT_LT((mass_matrix(*placed) - M).norm(), 1e-13);
  TreeWorkspace workspace(*tree);
  EXPECT_EQ(accelerate(*placed, 0.0, workspace), 0.0);
  Loads loads(model);
  ArticulatedBodies bodies(model);
  EXPECT_LT((workspace.bodies.vdot - forward_dynamics(model, all, loads, bodies).tail(n)).norm(),
            1e-11);
  const Eigen::VectorXd row = Eigen::VectorXd::LinSpaced(n, 1.0, 2.0);
  respond(*placed, row, workspace);
  EXPECT_LT((M * workspace.bodies.vdot - row).norm(), 1e-10);
  EXPECT_NEAR(energy(*placed),
              kinetic_energy(model, model.mechanisms[1], state, all) +
                  potential_energy(model, model.mechanisms[1], state, all),
              1e-12);
  State back = neutral_state(model);
  store(model, *placed, back);
  EXPECT_EQ(back.q.tail(placed->state.q.size()), state.q.tail(placed->state.q.size()));
}

}  // namespace
}  // namespace rigor
