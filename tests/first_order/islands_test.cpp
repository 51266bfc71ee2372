// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/islands.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(Islands, AreWhatRowsJoin) {
  const SmallScene scene(head(1) + "bodies:\n" + cube("a", 0, 0, 0.0501) + cube("b", 0, 0, 0.1502) +
                         cube("c", 1, 0, 0.0501) + kGround);
  const auto run = scene.start();
  std::vector<Row> rows;
  for (const PairId& id : {PairId{{0, 0}, {1, 0}}, PairId{{trace::kWorld, 0}, {0, 0}},
                           PairId{{trace::kWorld, 0}, {2, 0}}})
    add_rows(run->world, run->bodies, 1e-3, run->pairs.at(id, run->scales), rows);
  const std::vector<Island> islands = islands_of(*run, rows);
  ASSERT_EQ(islands.size(), 2U);
  EXPECT_EQ(islands[0].members, (std::vector<int>{0, 1}));
  EXPECT_EQ(islands[0].rows.size(), 8U);
  EXPECT_LT(islands[0].rows.front().point_W.z(), islands[0].rows.back().point_W.z());
  EXPECT_EQ(islands[1].members, std::vector<int>{2});
  EXPECT_EQ(islands[1].rows.size(), 4U);
}

// Far above Painleve's limit the solver finds nothing: that is told, with the state before it.
TEST(Islands, VelocitiesThatRunAwayEndTheRun) {
  const SmallScene scene(
      head(1, 1000.0) +
      "bodies:\n  - {name: rod, mass: 2, com: [0, 0, 0], inertia: [0.15, 1.0, 1.02], shape: "
      "{vertices: [[-1, -0.2, 0], [-1, 0.2, 0], [1, -0.2, 0], [1, 0.2, 0], [-0.9, -0.2, 0.05], "
      "[-0.9, 0.2, 0.05], [0.9, -0.2, 0.05], [0.9, 0.2, 0.05]]}, pose: {position: [0, 0, "
      "0.7071067811865476], axis: [0, 1, 0], angle: -0.7853981633974483}, velocity: {linear: [-1, "
      "0, 0]}}\n" +
      kGround);
  const Outcome outcome = run_first_order(scene.built.model, scene.built.initial, scene.options,
                                          [](const StepReport&) {});
  EXPECT_TRUE(is_done(outcome.stop) || outcome.stop == StopKind::Inconsistent)
      << static_cast<int>(outcome.stop);
  EXPECT_TRUE(outcome.final_state.v.allFinite());
  EXPECT_LT(outcome.final_state.v.norm(), 100.0);
}

}  // namespace
}  // namespace rigor::first_order
