// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/integration/saved_island.hpp>

#include "integration/run_scene.hpp"

namespace rigor {
namespace {

/// A free body and a mechanism in one island, all numbers of it unlike their defaults.
Island some_island(const World& world, const Model& model, const State& initial) {
  Island island;
  Departure& at = island.departure;
  at.time = trace::time_from(0.125);
  std::shared_ptr<const PlacedTree> tree;
  for (const Body& body : world.bodies) {
    if (!is_moved_by_forces(world, body.id)) continue;
    at.cluster.bodies.push_back(body.id);
    if (body.role == BodyRole::Free) {
      at.cluster.states.push_back(body_state(model, body, initial));
      at.cluster.states.back().v << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0;
    } else {
      if (!tree) {
        HeldInputs inputs = no_samples(world.trees.front()->local);
        for (Eigen::VectorXd& output : inputs.outputs) output = Eigen::VectorXd::Constant(1, 0.25);
        inputs.branches.assign(inputs.outputs.size(), MotorBranch::Lowest);
        inputs.slides.assign(static_cast<std::size_t>(world.trees.front()->local.v_size),
                             JointSlide::Down);
        tree = with_inputs(*placed_tree(world.trees.front(), model, initial), inputs);
      }
      at.cluster.states.push_back(link_state(tree, body.id));
    }
    at.segments.push_back(7 + body.id);
  }
  at.cluster.time = at.time;
  at.mode.split_is_open = true;
  at.step = {0.03, 8};
  island.energy = 1.5;
  for (const double t : {0.1, 0.11, 0.115}) island.impacts.add(trace::time_from(t));
  island.last_progress = trace::time_from(0.12);
  island.events_without_progress = 3;
  island.load_pull = 2.5;
  return island;
}

TEST(SavedIsland, IsTheSameIslandAgainToTheLastBit) {
  const Scene scene = load_scene(RIGOR_SCENES "/arm-picks-block.yaml");
  const BuiltScene built = build(scene);
  const World world = make_world(built.model, built.initial, simulation_options(scene));
  const Island island = some_island(world, built.model, built.initial);
  const Island again = restored(saved(island, 5), world);
  const Cluster& a = island.departure.cluster;
  const Cluster& b = again.departure.cluster;
  ASSERT_EQ(a.bodies, b.bodies);
  int links = 0;
  std::shared_ptr<const PlacedTree> one;
  for (std::size_t i = 0; i < a.states.size(); ++i) {
    EXPECT_EQ(a.states[i].x, b.states[i].x);
    EXPECT_EQ(a.states[i].q.coeffs(), b.states[i].q.coeffs());
    EXPECT_EQ(a.states[i].v, b.states[i].v);
    ASSERT_EQ(a.states[i].tree == nullptr, b.states[i].tree == nullptr);
    if (!a.states[i].tree) continue;
    ++links;
    const PlacedTree& before = *a.states[i].tree;
    const PlacedTree& after = *b.states[i].tree;
    EXPECT_EQ(before.state.q, after.state.q);
    EXPECT_EQ(before.state.v, after.state.v);
    EXPECT_EQ(before.inputs->outputs, after.inputs->outputs);
    EXPECT_EQ(before.inputs->branches, after.inputs->branches);
    EXPECT_EQ(before.inputs->slides, after.inputs->slides);
    if (!one) one = b.states[i].tree;
    EXPECT_EQ(b.states[i].tree, one) << "one tree for all its links";
  }
  EXPECT_GT(links, 2);
  EXPECT_LT(links, static_cast<int>(a.states.size()));
  EXPECT_EQ(again.departure.time, island.departure.time);
  EXPECT_EQ(again.departure.cluster.time, island.departure.time);
  EXPECT_EQ(again.departure.segments, island.departure.segments);
  EXPECT_EQ(again.departure.step.length, 0.03);
  EXPECT_EQ(again.departure.step.degree, 8);
  EXPECT_TRUE(again.departure.mode.split_is_open);
  EXPECT_EQ(again.energy, 1.5);
  EXPECT_EQ(again.impacts.times(), island.impacts.times());
  EXPECT_EQ(again.last_progress, island.last_progress);
  EXPECT_EQ(again.events_without_progress, 3);
  EXPECT_EQ(again.load_pull, 2.5);
}

}  // namespace
}  // namespace rigor
