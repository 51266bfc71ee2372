// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/dynamics/configuration.hpp>

#include "random_tree.hpp"
#include "sample_links.hpp"

namespace rigor {
namespace {

TEST(Configuration, DifferenceUndoesIntegration) {
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    const Model model = unwrap(build(tree.description));
    for (const double size : {0.0, 1e-9, 1e-3, 1.5}) {
      const Eigen::VectorXd step = size * tree.x;
      const Eigen::VectorXd reached = integrate(model, tree.state.q, step);
      EXPECT_LE((difference(model, tree.state.q, reached) - step).norm(), 1e-13);
    }
  }
}

TEST(Configuration, IntegrationUndoesDifference) {
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    const Model model = unwrap(build(tree.description));
    const Eigen::VectorXd other = integrate(model, tree.state.q, 3.0 * tree.x);
    const Eigen::VectorXd step = difference(model, tree.state.q, other);
    const Eigen::VectorXd back = integrate(model, tree.state.q, step);
    EXPECT_LE(difference(model, other, back).norm(), 1e-12) << i;
  }
}

TEST(Configuration, RatesAreTheDerivativeOfIntegration) {
  const double step = 1e-5;
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    const Model model = unwrap(build(tree.description));
    Eigen::VectorXd rates(model.q_size);
    coordinate_rates(model, tree.state.q, tree.state.v, rates);
    const Eigen::VectorXd quotient = (integrate(model, tree.state.q, step * tree.state.v) -
                                      integrate(model, tree.state.q, -step * tree.state.v)) /
                                     (2.0 * step);
    EXPECT_LE((rates - quotient).norm(), 1e-8) << i;
  }
}

TEST(Configuration, BothQuaternionsOfAnOrientationAreTheSamePlace) {
  ModelDescription description;
  description.links.resize(1);
  description.links[0].name = "body";
  description.links[0].inertia = SpatialInertia{1.0, Vector3::Zero(), Matrix3::Identity()};
  const Model model = unwrap(build(description));
  State a = neutral_state(model);
  State b = a;
  b.q.tail<4>() *= -1.0;
  EXPECT_EQ(difference(model, a.q, b.q).norm(), 0.0);
}

TEST(Configuration, RatesOfOneMechanismLeaveTheOthersAlone) {
  RandomTree tree = make_random_tree(3);
  add_ball(tree.description, 1);
  const Model model = unwrap(build(tree.description));
  const State state = neutral_state(model);
  const Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(model.v_size, 1.0, 2.0);
  Eigen::VectorXd all(model.q_size);
  coordinate_rates(model, state.q, v, all);
  for (const Mechanism& mechanism : model.mechanisms) {
    Eigen::VectorXd one = Eigen::VectorXd::Constant(model.q_size, 7.0);
    coordinate_rates(model, mechanism, state.q, v, one);
    for (int i = 0; i < model.q_size; ++i)
      EXPECT_EQ(one[i], i >= mechanism.first_q && i < mechanism.end_q ? all[i] : 7.0) << i;
  }
}

}  // namespace
}  // namespace rigor
