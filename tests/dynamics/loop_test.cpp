// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/dynamics/configuration.hpp>
#include <rigor/dynamics/loop.hpp>

#include "random_tree.hpp"

namespace rigor {
namespace {

constexpr int kLoopedTrees = 60;

/// A random tree with one loop of each kind between random links, or a link and the world.
Model looped(int seed, State& state, int& kinds) {
  Random random(static_cast<std::uint64_t>(seed), 23);
  RandomTree tree = make_random_tree(seed);
  const auto links = static_cast<int>(tree.description.links.size());
  const auto name_of = [&](int i) { return tree.description.links[i].name; };
  const Vector3 axis = random_tree::direction(random);
  const Vector3 second = random_tree::perpendicular(random, axis);
  const std::vector<Joint> joints{Fixed{},         Revolute{axis},
                                  Prismatic{axis}, Universal{axis, second},
                                  Spherical{},     Planar{axis, second}};
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const int child = random.index(links);
    const int parent = random.index(links + 1) - 1;
    if (parent == child) continue;
    LoopDescription loop;
    loop.name = "loop" + std::to_string(k);
    loop.child = name_of(child);
    if (parent >= 0) loop.parent = name_of(parent);
    loop.joint = joints[k];
    loop.X_PJ = {random_tree::rotation(random), random_tree::vector(random, 1.0)};
    loop.p_CJ = random_tree::vector(random, 1.0);
    tree.description.loops.push_back(loop);
    kinds |= 1 << k;
  }
  state = tree.state;
  return unwrap(build(tree.description));
}

/// The equations along the motion with dv/dt = 0, a time t from the state.
Eigen::VectorXd equations_after(const Model& model, const State& state, double t) {
  State moved = state;
  moved.q = integrate(model, state.q, t * state.v);
  Kinematics kinematics(model);
  update(model, moved, kinematics);
  LoopEquations equations(model);
  evaluate(model, kinematics, equations);
  return equations.f;
}

TEST(Loop, RatesAndBiasesAreDerivativesOfTheEquations) {
  int kinds = 0;
  int rows = 0;
  for (int seed = 0; seed < kLoopedTrees; ++seed) {
    State state;
    const Model model = looped(seed, state, kinds);
    if (model.loops.empty()) continue;
    Kinematics kinematics(model);
    update(model, state, kinematics);
    LoopEquations equations(model);
    evaluate(model, kinematics, equations);
    const double h = 1e-3;
    const Eigen::VectorXd a = equations_after(model, state, -2 * h);
    const Eigen::VectorXd b = equations_after(model, state, -h);
    const Eigen::VectorXd c = equations_after(model, state, h);
    const Eigen::VectorXd d = equations_after(model, state, 2 * h);
    const Eigen::VectorXd first = (8.0 * (c - b) - (d - a)) / (12.0 * h);
    const Eigen::VectorXd second = (16.0 * (b + c) - a - d - 30.0 * equations.f) / (12.0 * h * h);
    const double scale = 1.0 + state.v.squaredNorm() * (1.0 + state.v.norm());
    EXPECT_LT((equations.J * state.v - first).cwiseAbs().maxCoeff(), 1e-8 * scale)
        << "seed " << seed;
    EXPECT_LT((equations.bias - second).cwiseAbs().maxCoeff(), 1e-6 * scale) << "seed " << seed;
    rows += static_cast<int>(equations.f.size());
  }
  EXPECT_EQ(kinds, 63);
  EXPECT_GT(rows, 10 * kLoopedTrees);
}

TEST(Loop, TakesAwayWhatTheJointDoesNotAllow) {
  const std::vector<Joint> joints{Fixed{},     Revolute{}, Prismatic{}, Universal{},
                                  Spherical{}, Planar{},   Free{}};
  for (const Joint& joint : joints)
    EXPECT_EQ(static_cast<int>(loop_rows({"loop", kWorldLink, 0, joint, {}, {}}).size()),
              6 - velocity_count(joint));
}

}  // namespace
}  // namespace rigor
