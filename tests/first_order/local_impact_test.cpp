// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/local_impact.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(LocalImpact, BodiesThatWereCutTooOftenAreHeldInstead) {
  MovingBody body;
  EXPECT_TRUE(may_be_cut(body));
  body.cuts = kMostCuts;
  EXPECT_FALSE(may_be_cut(body));
  body.cuts = 0;
  body.held = true;
  EXPECT_FALSE(may_be_cut(body));
}

TEST(LocalImpact, OnlyBodiesWhoseVelocityItChangesTakePart) {
  // A cube hits the first of two that touch, and a fourth stands apart: three share the impact's
  // momentum in one step, the fourth keeps what it has.
  const SmallScene scene(head(0.1, 0.0, 1.0) + "bodies:\n" +
                         cube("hits", -0.1405, 0, 1, ", velocity: {linear: [3, 0, 0]}") +
                         cube("first", 0, 0, 1) + cube("second", 0.1002, 0, 1) +
                         cube("apart", 0, 1, 1));
  const auto run = scene.start();
  double x = 0.0;
  for (int step = 0; step < 4; ++step) ASSERT_FALSE(take_step(*run));
  for (const int body : {0, 1, 2}) x += run->bodies[body].u[0] + run->bodies[body].deferred[0];
  EXPECT_NEAR(x, 3.0, 1e-6);
  EXPECT_EQ(run->bodies[3].u[0], 0.0);
  EXPECT_GT(run->tally.impacts, 0U);
}

}  // namespace
}  // namespace rigor::first_order
