// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/pair_proof.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

const SmallScene& cubes_to_prove() {
  static const SmallScene scene(head(1) + "bodies:\n" + cube("low", 0, 0, 0.051) +
                                cube("high", 0, 0, 0.1515) + kGround);
  return scene;
}

constexpr PairId kProvedStack{{0, 0}, {1, 0}};

TEST(PairProof, LevelsStayBetweenTheFloorAndTheGap) {
  const auto run = cubes_to_prove().start();
  run->end = trace::time_from(0.01);
  enter_path(*run, 0, Vector6::Zero(), run->start, run->end);
  for (const double gap : {5e-4, 1e-4, 3e-5, 1e-6, 2e-8, 6e-9, 5.2e-9}) {
    place(run->world.bodies[1], {Quaternion::Identity(), Vector3(0, 0, 0.151 + gap)},
          run->bodies[1]);
    enter_path(*run, 1, Vector6::Zero(), run->start, run->end);
    NearPair& pair = run->pairs.at(kProvedStack, run->scales);
    pair.separation = gap;
    prove(run->world, run->pairs, run->scales, run->start, pair);
    EXPECT_FALSE(pair.touch) << gap;
    ASSERT_EQ(pair.certificates.size(), 1U) << gap;
    EXPECT_GT(pair.certificates[0].level, 0.5e-8);
    EXPECT_LT(pair.certificates[0].level, gap);
    leave_path(*run, 1, run->start, trace::EndReason::Accuracy);
  }
}

// Held bodies of a heap were once left exactly at the level of their proof and could never part
// again.
TEST(PairProof, APairAtItsLeastGapAndBelowIsProvedWhileItParts) {
  const auto run = cubes_to_prove().start();
  run->end = trace::time_from(0.01);
  for (const double gap : {run->scales.least_gap(), 0.51 * run->scales.skin,
                           run->scales.floor() + 1e-5 * run->scales.skin}) {
    place(run->world.bodies[1], {Quaternion::Identity(), Vector3(0, 0, 0.151 + gap)},
          run->bodies[1]);
    Vector6 up = Vector6::Zero();
    up[2] = 1e-6;
    enter_path(*run, 0, Vector6::Zero(), run->start, run->end);
    enter_path(*run, 1, up, run->start, run->end);
    NearPair& pair = run->pairs.at(kProvedStack, run->scales);
    pair.separation = gap;
    prove(run->world, run->pairs, run->scales, run->start, pair);
    EXPECT_FALSE(pair.touch) << gap;
    leave_path(*run, 1, run->start, trace::EndReason::Accuracy);
  }
}

TEST(PairProof, TouchesBelowTheLeastGapLeaveRoomForTheNextOnes) {
  const auto run = cubes_to_prove().start();
  run->end = trace::time_from(0.01);
  double gap = run->scales.least_gap();
  for (int touch = 0; touch < 8; ++touch) {
    place(run->world.bodies[1], {Quaternion::Identity(), Vector3(0, 0, 0.151 + gap)},
          run->bodies[1]);
    enter_path(*run, 0, Vector6::Zero(), run->start, run->end);
    enter_path(*run, 1, Vector6::Zero(), run->start, run->end);
    NearPair& pair = run->pairs.at(kProvedStack, run->scales);
    pair.separation = gap;
    prove(run->world, run->pairs, run->scales, run->start, pair);
    ASSERT_EQ(pair.certificates.size(), 1U) << touch;
    gap = pair.certificates[0].level;
    leave_path(*run, 1, run->start, trace::EndReason::Accuracy);
  }
  // After the eight touches of a step a pair that parts can still be proved.
  EXPECT_GT(gap - run->scales.floor(), 0.2 * (run->scales.least_gap() - run->scales.floor()));
}

}  // namespace
}  // namespace rigor::first_order
