// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <rigor/dynamics/inverse_dynamics.hpp>
#include <rigor/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"

namespace rigor {
namespace {

TEST(MassMatrix, IsSymmetricAndPositiveDefinite) {
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    const Model model = unwrap(build(tree.description));
    Kinematics kinematics(model);
    update(model, tree.state, kinematics);
    const Eigen::MatrixXd M = mass_matrix(model, kinematics);
    EXPECT_EQ(M, M.transpose());
    EXPECT_EQ(M.llt().info(), Eigen::Success) << "make_random_tree(" << i << ")";
  }
}

// Column k is what inverse dynamics asks for a unit acceleration, without gravity and at rest.
TEST(MassMatrix, ItsColumnsAreThoseOfNewtonAndEuler) {
  for (int i = 0; i < kTrees; ++i) {
    RandomTree tree = make_random_tree(i);
    tree.description.gravity.setZero();
    tree.state.v.setZero();
    const Model model = unwrap(build(tree.description));
    Kinematics kinematics(model);
    update(model, tree.state, kinematics);
    const Eigen::MatrixXd M = mass_matrix(model, kinematics);
    InverseDynamics workspace(model);
    for (int k = 0; k < model.v_size; ++k) {
      const Eigen::VectorXd unit = Eigen::VectorXd::Unit(model.v_size, k);
      const auto& column = inverse_dynamics(model, kinematics, unit, Loads(model), workspace);
      EXPECT_LE((column - M.col(k)).norm(), 1e-13 * M.norm()) << i << " " << k;
    }
  }
}

// A pendulum of length L has M = m L² + I_c (+ armature).
TEST(MassMatrix, OfAPendulum) {
  ModelDescription description;
  LinkDescription link;
  link.name = "rod";
  link.joint = Revolute{Vector3::UnitY()};
  link.inertia = SpatialInertia{2.0, Vector3(0.5, 0.0, 0.0),
                                Vector3(0.01, 0.3, 0.3).asDiagonal().toDenseMatrix()};
  link.dofs = {Dof{.armature = 0.25}};
  description.links = {link};
  const Model model = unwrap(build(description));
  Kinematics kinematics(model);
  update(model, neutral_state(model), kinematics);
  EXPECT_DOUBLE_EQ(mass_matrix(model, kinematics)(0, 0), 2.0 * 0.25 + 0.3 + 0.25);
}

}  // namespace
}  // namespace rigor
