// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/gather_rows.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(GatherRows, AreThoseOfCornersInReachWithTheirApproach) {
  const SmallScene scene(head(1) + "bodies:\n" +
                         cube("falls", 0, 0, 0.0502, ", velocity: {linear: [0, 0, -0.3]}") +
                         cube("far", 1, 0, 0.5) + kGround);
  const auto run = scene.start();
  run->end = trace::advanced(run->now, 0.01);
  ++run->step;
  const std::vector<Row> rows = gather_rows(*run);
  ASSERT_EQ(rows.size(), 4U);
  for (const Row& row : rows) {
    EXPECT_EQ(row.b, 0);
    EXPECT_NEAR(row.gap, 2e-4, 1e-12);
    EXPECT_NEAR(row.approach, -0.3, 1e-12);
    EXPECT_EQ(row.pair->rows_in, run->step);
  }
}

TEST(GatherRows, WakesWhatIsApproached) {
  for (const bool fast : {false, true}) {
    const SmallScene scene(
        head(1) + "bodies:\n" + cube("sleeper", 0, 0, 0.0502) +
        cube("comer", 0, 0, 0.1505, fast ? ", velocity: {linear: [0, 0, -0.3]}" : "") + kGround);
    const auto run = scene.start();
    run->end = trace::advanced(run->now, 0.01);
    ++run->step;
    enter_path(*run, 0, Vector6::Zero(), run->now, run->horizon);
    run->bodies[0].asleep = true;
    gather_rows(*run);
    EXPECT_EQ(run->bodies[0].asleep, !fast);
  }
}

}  // namespace
}  // namespace rigor::first_order
