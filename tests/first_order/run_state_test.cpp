// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/run_state.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(RunState, ABodyThatSpinsFastTakesSeveralStraightPiecesPerStep) {
  const SmallScene scene(head(1) + "bodies:\n" + cube("cube", 0, 0, 1));
  const auto run = scene.start();
  run->end = trace::time_from(0.01);
  Vector6 u = Vector6::Zero();
  u[5] = 250.0;  // 2.5 rad in the step: three pieces
  enter_path(*run, 0, u, run->start, run->end);
  ASSERT_EQ(run->turns.size(), 1U);
  EXPECT_NEAR(trace::seconds(run->turns.begin()->first), 0.01 / 3, 1e-12);
}

TEST(RunState, ACutPublishesThePathUpToThere) {
  const SmallScene scene(head(1) + "bodies:\n" + cube("cube", 0, 0, 1));
  const auto run = scene.start();
  run->end = trace::time_from(0.01);
  Vector6 u = Vector6::Zero();
  u[0] = 1.0;
  enter_path(*run, 0, u, run->start, run->end);
  const trace::Time t = trace::time_from(0.004);
  run->bodies[0].u = -u;
  cut_paths(*run, {{0, false}}, t, trace::EndReason::Touch);
  ASSERT_EQ(run->report.segments.size(), 1U);
  EXPECT_EQ(run->report.segments[0].end, t);
  EXPECT_NEAR(run->bodies[0].pose.translation.x(), 0.004, 1e-15);
  EXPECT_NEAR(pose_at(*run, 0, run->end).translation.x(), -0.002, 1e-15);
  EXPECT_EQ(run->bodies[0].cuts, 1);
  EXPECT_EQ(run->bodies[0].segment, 1U);
}

TEST(RunState, TheWorkOfAForceIsThatAlongTheWayAlsoWhereABodyIsCut) {
  // A constant force drives a cube into a wall, and aside: its work is force times way.
  SmallScene scene(head(0.5, 0.0, 0.5) + "bodies:\n" + cube("cube", 0.5, 0, 0) +
                   "  - {name: wall, shape: {box: [0.1, 1, 1]}, fixed: true, pose: {position: "
                   "[0, 0, 0]}}\nforces:\n  - {body: cube, force: [-40, 0, 10]}\n");
  const Recorded run = proved(scene);
  EXPECT_GT(run.outcome.stepping->cuts, 0U);
  const Vector3 way = position_of(run, 0) - Vector3(0.5, 0, 0);
  const double work = -40.0 * way.x() + 10.0 * way.z();
  EXPECT_NEAR(run.outcome.footer.energy_work, work, 1e-9 * work);
  EXPECT_LE(run.outcome.stepping->largest_gain, 1e-3 * work);
}

}  // namespace
}  // namespace rigor::first_order
