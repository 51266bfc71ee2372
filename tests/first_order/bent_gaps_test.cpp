// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/bent_gaps.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(BentGaps, RaiseTheGoalsOfCornersThatTurnDownwards) {
  // A cube that turns about its edge: corners move on circles, so straight paths bend their gaps by
  // ½ h² ω² r. Without turning nothing is raised.
  for (const double spin : {0.0, 6.0}) {
    const SmallScene scene(head(1) + "bodies:\n" + cube("cube", 0, 0, 0.0501) + kGround);
    const auto run = scene.start();
    std::vector<Row> rows;
    add_rows(run->world, run->bodies, 2e-3,
             run->pairs.at({{trace::kWorld, 0}, {0, 0}}, run->scales), rows);
    run->bodies[0].u << 0, 0, 0, spin, 0, 0;
    StepRows at(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
    std::vector<double> before;
    for (const ConeContact& contact : at.problem.cone.contacts) before.push_back(contact.offset[0]);
    const bool raised = raise_bent_goals(at);
    // n·(ω × (ω × r)) = +ω² · 0.05 at the lower corners: they are lifted by turning.
    EXPECT_FALSE(raised) << spin;
    for (std::size_t c = 0; c < before.size(); ++c)
      EXPECT_EQ(at.problem.cone.contacts[c].offset[0], before[c]);
  }
}

TEST(BentGaps, OfATurningPlaneAreRaisedByItsTurning) {
  // The upper cube lies on the lower one, which turns: its face turns away under the corners, which
  // move along it, 2 ṅ·u < 0. Goals are raised by -½ h φ̈ of the row, as far as that goes.
  const SmallScene scene(head(1) + "bodies:\n" + cube("below", 0, 0, 1) +
                         cube("above", 0, 0, 1.1001));
  const auto run = scene.start();
  NearPair& pair = run->pairs.at({{0, 0}, {1, 0}}, run->scales);
  std::vector<Row> rows;
  add_rows(run->world, run->bodies, 2e-3, pair, rows);
  run->bodies[0].u << 0, 0, 0, 0, 1.5, 0;
  run->bodies[1].u << -1.0, 0, 0, 0, 0, 0;
  StepRows at(run->bodies, {0, 1}, rows, step_goals(*run, 0.01, rows));
  const StepRows before = at;
  const double h = 0.01;
  int raised = 0;
  const bool any = raise_bent_goals(at);
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const double added =
        before.problem.cone.contacts[c].offset[0] - at.problem.cone.contacts[c].offset[0];
    if (added == 0.0) continue;
    ++raised;
    const double bends = curvature(rows[c], run->bodies[0].u, run->bodies[1].u);
    EXPECT_LT(bends, 0.0);
    EXPECT_LE(added, -0.5 * h * bends + 1e-12);
    EXPECT_GT(added * h, 0.2 * pair.gap);
  }
  EXPECT_EQ(any, raised > 0);
  EXPECT_GT(raised, 0);
}

TEST(BentGaps, OfTouchedPairsEndAtTheirDistanceThoughTheirReserveIsBentAway) {
  // As before, with a reserve of 3 γ that the corners on the near side use up to the last: straight
  // paths lead them to γ + ρ, and turning bends them by more than ρ. Goals are raised by what the
  // reserve does not cover: gap + h goal + h² φ̈/2 = γ.
  const SmallScene scene(head(1) + "bodies:\n" + cube("below", 0, 0, 1) +
                         cube("above", 0, 0, 1.1001));
  const auto run = scene.start();
  const double h = 0.01;
  NearPair& pair = run->pairs.at({{0, 0}, {1, 0}}, run->scales);
  pair.reserve = 3.0 * pair.gap;
  std::vector<Row> rows;
  add_rows(run->world, run->bodies, 2e-3, pair, rows);
  run->bodies[0].u << 0, 0, 0, 0, 5.0, 0;
  run->bodies[1].u << -1.0, 0, 0, 0, 0, 0;
  double lowest = 0.0;
  for (const Row& row : rows)
    lowest = std::min(lowest, row.gap + h * row.nhat_W.dot(relative_velocity(row, run->bodies[0].u,
                                                                             run->bodies[1].u)));
  run->bodies[1].u[2] = (pair.gap + pair.reserve - lowest) / h;
  StepRows at(run->bodies, {0, 1}, rows, step_goals(*run, h, rows));
  const StepRows before = at;
  EXPECT_TRUE(raise_bent_goals(at));
  int raised = 0;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const double added =
        before.problem.cone.contacts[c].offset[0] - at.problem.cone.contacts[c].offset[0];
    if (added == 0.0) continue;
    ++raised;
    const double bends = curvature(rows[c], run->bodies[0].u, run->bodies[1].u);
    const double goal = speed_goal(rows[c], at.goals) + added;
    EXPECT_NEAR(rows[c].gap + h * goal + 0.5 * h * h * bends, pair.gap, 1e-12);
  }
  EXPECT_EQ(raised, 2);
}

TEST(BentGaps, OfFastBodiesAreAnsweredByImpactsThatLastToTheEndOfTheStep) {
  // Two boxes of a heap with 50 rad/s and 5 m/s: where their edges cross, the gap bends by 270
  // m/s², 0.5 mm in a step. Answers that took back less than they bend were followed by others,
  // each at half the gap, until both boxes were held at half a skin in every step.
  const SmallScene scene(
      "rigor_scene: 1\nname: test\ngravity: [0, 0, -9.81]\nmethod: first_order\nstepping: {step: "
      "0.002}\nstop: {time: 0.008}\nsurfaces: {default: {mu: 0.3, restitution: 0.1}}\nbodies:\n"
      "  - {name: plank, shape: {box: [0.15, 0.08, 0.05]}, mass: 0.812, pose: {position: "
      "[0.038736, "
      "-0.004698, 0.361758], quat_wxyz: [0.552306, 0.601770, 0.517262, -0.255481]}, velocity: "
      "{linear: [-2.1967, -0.5615, -2.4030], angular: [7.9606, -50.6688, 4.4944]}}\n"
      "  - {name: cube, shape: {box: [0.1, 0.1, 0.1]}, mass: 0.346, pose: {position: [0.019028, "
      "0.081878, 0.459510], quat_wxyz: [0.490468, 0.037359, 0.494654, -0.716494]}, velocity: "
      "{linear: [-0.7382, -1.9053, -4.6130], angular: [43.1015, -31.6637, -15.5156]}}\n");
  const Recorded run = proved(scene);
  EXPECT_GT(run.outcome.stepping->touches, 0U);
  EXPECT_EQ(run.outcome.stepping->holds, 0U);
  EXPECT_LT(run.outcome.stepping->touches, 20U);
  EXPECT_GT(run.outcome.stepping->smallest_gap, 2e-8);
}

}  // namespace
}  // namespace rigor::first_order
