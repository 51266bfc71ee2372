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

TEST(LocalImpact, GivenForcesActForTheRestOfTheStepAfterIt) {
  // A cube that slides under a force of 40 N hands its speed of 3.2 m/s to another one within a
  // step. What the force gave it in advance for the rest of the step would have been given at that
  // speed and worked off at none: 0.7 J more than the way of the cube accounts for.
  const SmallScene scene(head(0.1, 0.0, 1.0) + kGround + "bodies:\n" +
                         cube("pushed", -0.166, 0, 0.0502, ", velocity: {linear: [2, 0, 0]}") +
                         cube("hit", 0, 0, 0.0502) +
                         "forces:\n  - {body: pushed, force: [40, 0, 0]}\n");
  const auto run = scene.start();
  for (int step = 0; step < 4; ++step) ASSERT_FALSE(take_step(*run));
  double x = 0.0;
  for (const int body : {0, 1}) x += run->bodies[body].u[0] + run->bodies[body].deferred[0];
  EXPECT_NEAR(x, 2.0 + 40.0 * 0.04, 1e-6);
  EXPECT_GT(run->tally.impacts, 0U);
  EXPECT_LE(run->tally.largest_gain, 2e-3);
}

TEST(LocalImpact, GapsOfPairsAtDrivenBodiesKeepTheirWidthAsLongAsOtherBodiesCanGiveWay) {
  // A row of cubes between a driven wall that stands still and a cube that runs into the other end:
  // there is all the room the rows ask for, once all of the row take part.
  const SmallScene scene(head(0.1, 0.0) + kGround + "bodies:\n" +
                         "  - {name: wall, shape: {box: [0.1, 0.5, 0.5]}, driven: {linear: [0, 0, "
                         "0]}, pose: {position: [-0.1005, 0, 0.3]}}\n" +
                         cube("first", 0, 0, 0.0502) + cube("second", 0.1005, 0, 0.0502) +
                         cube("third", 0.201, 0, 0.0502) +
                         cube("hits", 0.33, 0, 0.0502, ", velocity: {linear: [-5, 0, 0]}"));
  const auto run = scene.start();
  for (int step = 0; step < 4; ++step) {
    ASSERT_FALSE(take_step(*run));
    run->pairs.for_each([](const NearPair& pair) { EXPECT_EQ(pair.gap, pair.full_gap); });
  }
  EXPECT_GT(run->tally.impacts, 0U);
}

}  // namespace
}  // namespace rigor::first_order
