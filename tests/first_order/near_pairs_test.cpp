// SPDX-License-Identifier: Apache-2.0
// Proofs against closed forms: a cube that comes down on another one.
#include <rigor/first_order/near_pairs.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

const SmallScene& two_cubes() {
  static const SmallScene scene(head(1) + "bodies:\n" + cube("low", 0, 0, 0.051) +
                                cube("high", 0, 0, 0.1515) + kGround);
  return scene;
}

constexpr PairId kStack{{0, 0}, {1, 0}};

TEST(NearPairs, ATouchIsFoundWhereTheGapReachesItsLevel) {
  const auto run = two_cubes().start();
  run->end = trace::time_from(0.01);
  Vector6 down = Vector6::Zero();
  down[2] = -0.1;
  enter_path(*run, 0, Vector6::Zero(), run->start, run->end);
  enter_path(*run, 1, down, run->start, run->end);
  NearPair& pair = run->pairs.at(kStack, run->scales);
  pair.separation = 0.0005;
  run->pairs.prove(pair, run->scales, run->start);
  run->pairs.file(pair);
  ASSERT_TRUE(pair.touch);
  const double level = run->scales.least_gap() + 0.5 * (pair.gap - run->scales.least_gap());
  EXPECT_NEAR(trace::seconds(pair.touch->begin), (0.0005 - level) / 0.1, 1e-9);
  ASSERT_TRUE(run->pairs.next_touch());
  EXPECT_EQ(run->pairs.next_touch()->pair, kStack);
  ASSERT_FALSE(pair.certificates.empty());
  EXPECT_EQ(pair.certificates.back().end, pair.touch->begin);
  // Leaving before the touch truncates the proof and forgets the touch.
  const trace::Time early = trace::time_from(0.001);
  const auto final = run->pairs.leave(1, early);
  ASSERT_FALSE(final.empty());
  EXPECT_EQ(final.back().end, early);
  EXPECT_FALSE(run->pairs.next_touch());
}

TEST(NearPairs, LevelsStayBetweenTheFloorAndTheGap) {
  const auto run = two_cubes().start();
  run->end = trace::time_from(0.01);
  enter_path(*run, 0, Vector6::Zero(), run->start, run->end);
  for (const double gap : {5e-4, 1e-4, 3e-5, 1e-6, 2e-8, 6e-9, 5.2e-9}) {
    place(run->world.bodies[1], {Quaternion::Identity(), Vector3(0, 0, 0.151 + gap)},
          run->bodies[1]);
    enter_path(*run, 1, Vector6::Zero(), run->start, run->end);
    NearPair& pair = run->pairs.at(kStack, run->scales);
    pair.separation = gap;
    run->pairs.prove(pair, run->scales, run->start);
    EXPECT_FALSE(pair.touch) << gap;
    ASSERT_EQ(pair.certificates.size(), 1U) << gap;
    EXPECT_GT(pair.certificates[0].level, 0.5e-8);
    EXPECT_LT(pair.certificates[0].level, gap);
    leave_path(*run, 1, run->start, trace::EndReason::Accuracy);
  }
}

// Held bodies of a heap were once left exactly at the level of their proof and could never part
// again.
TEST(NearPairs, APairAtItsLeastGapAndBelowIsProvedWhileItParts) {
  const auto run = two_cubes().start();
  run->end = trace::time_from(0.01);
  for (const double gap : {run->scales.least_gap(), 0.51 * run->scales.skin,
                           run->scales.floor() + 1e-5 * run->scales.skin}) {
    place(run->world.bodies[1], {Quaternion::Identity(), Vector3(0, 0, 0.151 + gap)},
          run->bodies[1]);
    Vector6 up = Vector6::Zero();
    up[2] = 1e-6;
    enter_path(*run, 0, Vector6::Zero(), run->start, run->end);
    enter_path(*run, 1, up, run->start, run->end);
    NearPair& pair = run->pairs.at(kStack, run->scales);
    pair.separation = gap;
    run->pairs.prove(pair, run->scales, run->start);
    EXPECT_FALSE(pair.touch) << gap;
    leave_path(*run, 1, run->start, trace::EndReason::Accuracy);
  }
}

TEST(NearPairs, AroundFindsWhatSweptBoxesReach) {
  const auto run = two_cubes().start();
  run->end = trace::time_from(0.01);
  for (const std::uint32_t body : {0U, 1U})
    enter_path(*run, body, Vector6::Zero(), run->start, run->end);
  EXPECT_TRUE(run->pairs.around(1).empty());  // 0.4 mm apart, nothing moves
  Vector6 down = Vector6::Zero();
  down[2] = -0.1;
  enter_path(*run, 1, down, run->start, run->end);
  EXPECT_EQ(run->pairs.around(1), std::vector<PairId>{kStack});
  std::vector<PairId> near;
  run->pairs.add_around(0, run->bodies[0].pose, 2e-3, near);
  EXPECT_EQ(near.size(), 2U);  // the ground and the other cube
}

}  // namespace
}  // namespace rigor::first_order
