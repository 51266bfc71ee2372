// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/dynamics/jacobian.hpp>

#include "random_tree.hpp"

namespace rigor {
namespace {

TEST(Jacobian, TimesVelocitiesGivesTheMotionOfThePoint) {
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    const Model model = unwrap(build(tree.description));
    Kinematics kinematics(model);
    update(model, tree.state, kinematics);
    const Vector3 p_W(0.3, -1.2, 0.8);
    for (std::size_t k = 0; k < model.links.size(); ++k) {
      const Matrix6X J = link_jacobian(model, kinematics, static_cast<int>(k), p_W);
      const Vector6 V = J * tree.state.v;
      const LinkMotion& motion = kinematics.links[k];
      EXPECT_LE((V.head<3>() - point_velocity(motion, p_W)).norm(), 1e-12 * (1.0 + V.norm()));
      EXPECT_LE((V.tail<3>() - motion.velocity.angular).norm(), 1e-12 * (1.0 + V.norm()));
    }
  }
}

TEST(Jacobian, TransposedGivesTheEffortsOfAWrench) {
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    const Model model = unwrap(build(tree.description));
    Kinematics kinematics(model);
    update(model, tree.state, kinematics);
    const Vector3 p_W(-0.4, 0.6, 2.0);
    const Wrench wrench{Vector3(1.0, -0.5, 2.0), Vector3(0.3, 0.2, -0.9)};
    const int link = static_cast<int>(model.links.size()) - 1;
    Eigen::VectorXd efforts = Eigen::VectorXd::Ones(model.v_size);
    add_efforts(model, kinematics, link, p_W, wrench, efforts);
    const Eigen::VectorXd expected =
        Eigen::VectorXd::Ones(model.v_size) +
        link_jacobian(model, kinematics, link, p_W).transpose() * wrench.vector();
    EXPECT_LE((efforts - expected).norm(), 1e-12 * expected.norm()) << i;
  }
}

}  // namespace
}  // namespace rigor
