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

}  // namespace
}  // namespace rigor::first_order
