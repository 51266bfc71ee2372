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

}  // namespace
}  // namespace rigor::first_order
