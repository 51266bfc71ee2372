// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/step.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(Step, EndsLieOnTheGridAndAtKnots) {
  const SmallScene scene(
      head(0.095) + "bodies:\n" + cube("cube", 0, 0, 1) +
      "forces:\n  - {body: cube, knots: [{time: 0, force: [0, 0, 0]}, {time: 0.025, "
      "force: [1, 0, 0]}, {time: 0.05, force: [0, 0, 0]}]}\n");
  const auto run = scene.start();
  std::vector<double> ends;
  while (run->now < run->horizon) {
    ASSERT_FALSE(take_step(*run));
    ends.push_back(trace::seconds(run->now));
  }
  const std::vector<double> expected{0.01, 0.02, 0.025, 0.03, 0.04, 0.05,
                                     0.06, 0.07, 0.08,  0.09, 0.095};
  ASSERT_EQ(ends.size(), expected.size());
  for (std::size_t i = 0; i < ends.size(); ++i) EXPECT_NEAR(ends[i], expected[i], 1e-12);
  // ∫ F dt = 0.025 N s: the impulse of the triangle is exact.
  EXPECT_NEAR(run->bodies[0].u[0], 0.025, 1e-14);
}

TEST(Step, IslandsAreWhatRowsJoin) {
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

TEST(Step, FreeFallIsTheSchemeItself) {
  // u_k = -g h k, x_k = x_0 + h Σ u: the discrete scheme, to rounding.
  const SmallScene scene(head(0.1) + "bodies:\n" + cube("cube", 0, 0, 5));
  const auto run = scene.start();
  double x = 5.0, u = 0.0;
  while (run->now < run->horizon) {
    ASSERT_FALSE(take_step(*run));
    u -= 10 * 0.01;
    x += 0.01 * u;
    EXPECT_NEAR(run->bodies[0].pose.translation.z(), x, 1e-13);
  }
}

// Far above Painleve's limit the solver finds nothing: that is told, with the state before it.
TEST(Step, VelocitiesThatRunAwayEndTheRun) {
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
