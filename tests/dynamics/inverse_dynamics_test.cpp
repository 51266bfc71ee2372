// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/dynamics/energy.hpp>
#include <rigor/dynamics/inverse_dynamics.hpp>
#include <rigor/dynamics/jacobian.hpp>
#include <rigor/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"

namespace rigor {
namespace {

TEST(InverseDynamics, IsMassTimesAccelerationPlusBias) {
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    const Model model = unwrap(build(tree.description));
    Kinematics kinematics(model);
    update(model, tree.state, kinematics);
    InverseDynamics workspace(model);
    const auto& efforts = inverse_dynamics(model, kinematics, tree.x, Loads(model), workspace);
    const Eigen::VectorXd expected =
        mass_matrix(model, kinematics) * tree.x + bias_efforts(model, kinematics);
    EXPECT_LE((efforts - expected).norm(), 1e-12 * (1.0 + expected.norm())) << i;
  }
}

TEST(InverseDynamics, AtRestTheBiasIsTheGradientOfThePotentialEnergy) {
  for (int i = 0; i < 20; ++i) {
    RandomTree tree = make_random_tree(i);
    tree.state.v.setZero();
    const Model model = unwrap(build(tree.description));
    Kinematics kinematics(model);
    update(model, tree.state, kinematics);
    const Eigen::VectorXd bias = bias_efforts(model, kinematics);
    // -Σ J_c' m g, with Jacobians of the centres of mass
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(model.v_size);
    for (std::size_t k = 0; k < model.links.size(); ++k) {
      const LinkMotion& motion = kinematics.links[k];
      const Wrench weight{-model.links[k].inertia.mass * model.gravity, Vector3::Zero()};
      add_efforts(model, kinematics, static_cast<int>(k), motion.p_WL + motion.com, weight,
                  expected);
    }
    EXPECT_LE((bias - expected).norm(), 1e-12 * (1.0 + bias.norm()));
  }
}

TEST(InverseDynamics, LoadsOnLinksActThroughTheirJacobians) {
  const RandomTree tree = make_random_tree(12);
  const Model model = unwrap(build(tree.description));
  Kinematics kinematics(model);
  update(model, tree.state, kinematics);
  InverseDynamics workspace(model);
  Loads loads(model);
  const Eigen::VectorXd without = inverse_dynamics(model, kinematics, tree.x, loads, workspace);
  const int link = static_cast<int>(model.links.size()) - 1;
  const Wrench wrench{Vector3(1.0, -2.0, 0.5), Vector3(0.1, 0.7, -0.3)};
  loads.wrenches.back() = wrench;
  const Eigen::VectorXd with = inverse_dynamics(model, kinematics, tree.x, loads, workspace);
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(model.v_size);
  add_efforts(model, kinematics, link, kinematics.links.back().p_WL, wrench, expected);
  EXPECT_GT(expected.norm(), 0.1);
  EXPECT_LE((without - with - expected).norm(), 1e-12 * without.norm());
}

}  // namespace
}  // namespace rigor
