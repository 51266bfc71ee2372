// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/load_sharing.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(LoadSharing, ASlidingCubeIsCarriedByItsCornersAsBySprings) {
  const SmallScene scene(head(1, 0.3) + "bodies:\n" + cube("cube", 0, 0, 0.0501) + kGround);
  const auto run = scene.start();
  NearPair& pair = run->pairs.at({{trace::kWorld, 0}, {0, 0}}, run->scales);
  std::vector<Row> rows;
  add_rows(run->world, run->bodies, 2e-3, pair, rows);
  ASSERT_EQ(rows.size(), 4U);
  run->bodies[0].u << 2.0, 0.5, -0.1, 0, 0, 0;
  StepRows at(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
  const StepSolution solution = compress(at.problem, at.goals.law, at.state);
  ASSERT_LE(solution.residual, at.goals.law.goal);
  // The same total on other corners: the worst split there is.
  const auto normals = [&] {
    double sum = 0.0;
    for (const Eigen::Vector3d& impulse : at.state.impulses) sum += impulse[0];
    return sum;
  };
  const double total = normals();
  share_loads(at);
  EXPECT_NEAR(normals(), total, 1e-3 * total);
  EXPECT_LE(residual(at.problem.cone, at.state), std::max(solution.residual, at.goals.law.goal));
  // Springs: impulses are linear in the place, so opposite corners of the square add up alike.
  std::vector<std::pair<Vector3, double>> corners;
  for (std::size_t c = 0; c < 4; ++c)
    corners.emplace_back(rows[c].point_W, at.state.impulses[c][0]);
  double diagonal[2] = {0.0, 0.0};
  for (const auto& [p, impulse] : corners) diagonal[p.x() * p.y() > 0.0 ? 0 : 1] += impulse;
  EXPECT_NEAR(diagonal[0], diagonal[1], 1e-3 * total);
}

TEST(LoadSharing, LeavesOtherLawsAlone) {
  const SmallScene scene(head(1, 0.3) + "law: frictionless\nbodies:\n" +
                         cube("cube", 0, 0, 0.0501) + kGround);
  const auto run = scene.start();
  std::vector<Row> rows;
  add_rows(run->world, run->bodies, 2e-3, run->pairs.at({{trace::kWorld, 0}, {0, 0}}, run->scales),
           rows);
  run->bodies[0].u << 2.0, 0, -0.1, 0, 0, 0;
  StepRows at(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
  compress(at.problem, at.goals.law, at.state);
  const std::vector<Eigen::Vector3d> before = at.state.impulses;
  share_loads(at);
  EXPECT_EQ(at.state.impulses, before);
}

}  // namespace
}  // namespace rigor::first_order
