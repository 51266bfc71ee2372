// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/drives.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(Drives, MoveOnAverageAsTheirPathsDoOverAStep) {
  const SmallScene scene(head(1) +
                         "bodies:\n  - {name: tray, shape: {box: [1, 1, 0.1]}, driven: {linear: "
                         "[0.5, 0, 0], angular: [0, 0, 2]}, pose: {position: [0, 0, 1]}}\n" +
                         cube("cube", 0, 0, 3));
  const auto run = scene.start();
  const int tray = run->bodies[0].role == BodyRole::Driven ? 0 : 1;
  ++run->step;
  start_drives(*run);
  run->end = trace::advanced(run->now, 0.02);
  place_drives(*run);
  const Vector6& u = run->bodies[tray].path_u;
  EXPECT_LE((u.head<3>() - Vector3(0.5, 0, 0)).norm(), 1e-12);
  EXPECT_LE((u.tail<3>() - Vector3(0, 0, 2)).norm(), 1e-10);
}

TEST(Drives, MayTakeUpTheirNextPieceAsWhatLiesOnThemFallsAsleep) {
  // A cube comes to rest on a table that stands still until a knot of its motion and goes up then,
  // whenever the knot is: also at the end of the step in which the cube falls asleep, where the
  // pair has no time left to be proved for.
  for (int step = 15; step < 40; ++step) {
    const double knot = 0.01 * step;
    const auto at = [](double time, double z) {
      return "        - {time: " + std::to_string(time) + ", position: [0, 0, " +
             std::to_string(z) + "]}\n";
    };
    const SmallScene scene(head(knot + 0.2) +
                           "bodies:\n  - name: table\n    shape: {box: [1, 1, 0.1]}\n"
                           "    driven:\n      knots:\n" +
                           at(0, 0) + at(knot, 0) + at(knot + 0.2, 0.01) +
                           cube("cube", 0, 0, 0.1001));
    const Recorded run = scene.record();
    ASSERT_TRUE(is_done(run.outcome.stop)) << run.outcome.reason;
    ASSERT_NEAR(position_of(run, 0).z(), 0.11, 1e-3) << knot;
  }
}

}  // namespace
}  // namespace rigor::first_order
