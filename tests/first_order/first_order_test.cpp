// SPDX-License-Identifier: Apache-2.0
// Whole runs: proved, to their end, the same bytes every time; refusals that say why.
#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

std::string tower_and_ball() {
  std::string text = head(3, 0.5, 0.2) + "bodies:\n";
  for (int i = 0; i < 4; ++i)
    text += "  - {name: brick" + std::to_string(i) +
            ", shape: {box: [0.2, 0.1, 0.1]}, mass: 1, pose: {position: [0, 0, " +
            std::to_string(0.05 + 0.1 * i) + "]}}\n";
  text +=
      "  - {name: ball, shape: {spherical: {radius: 0.05, vertices: 60}}, mass: 0.5, pose: "
      "{position: [-0.6, 0, 0.3]}, velocity: {linear: [5, 0, 1]}}\n";
  return text + kGround;
}

TEST(FirstOrder, ATowerHitByABallRunsToRestAndIsProved) {
  const Recorded run = proved(SmallScene(tower_and_ball()));
  EXPECT_EQ(run.outcome.stop, StopKind::Rest);
  EXPECT_GT(run.outcome.stepping->impacts, 2U);
  EXPECT_EQ(run.outcome.stepping->holds, 0U);
  EXPECT_LE(run.outcome.stepping->solver.worst, 1e-2);
}

TEST(FirstOrder, TheSameSceneGivesTheSameBytes) {
  const SmallScene scene(tower_and_ball());
  const Recorded first = scene.record();
  const Recorded second = scene.record();
  EXPECT_TRUE(first.trace == second.trace);
  EXPECT_GT(first.trace.segments.size(), 100U);
}

TEST(FirstOrder, EveryLawRunsToTheEndProved) {
  for (const Law law :
       {Law::Frictionless, Law::NoSlip, Law::NoSlipActive, Law::Viscous, Law::Coulomb}) {
    SmallScene scene(tower_and_ball());
    scene.options.law = law;
    scene.options.stop.time = 0.4;
    const Recorded run = proved(scene);
    EXPECT_GT(run.outcome.events, 0U) << name(law);
  }
}

TEST(FirstOrder, WhatItCannotDoIsRefusedBeforeAnythingMoves) {
  SmallScene law(head(1) + "bodies:\n" + cube("cube", 0, 0, 1));
  law.options.law = Law::MaxDissipation;
  EXPECT_EQ(law.record().outcome.stop, StopKind::Unsupported);
  SmallScene thin(head(1) + "bodies:\n  - {name: foil, shape: {box: [0.1, 0.1, 5e-6]}, mass: 1}\n");
  const Recorded run = thin.record();
  EXPECT_EQ(run.outcome.stop, StopKind::Unsupported);
  EXPECT_NE(run.outcome.reason.find("foil"), std::string::npos);
  EXPECT_EQ(run.outcome.segments, 0U);
}

TEST(FirstOrder, ABodyThatSpinsFasterThanARadianPerStepIsProvedToo) {
  const Recorded run =
      proved(SmallScene(head(1.0, 0.3, 0.3) + "bodies:\n" +
                        cube("top", 0, 0, 0.3, ", velocity: {angular: [150, 80, 20]}") + kGround));
  EXPECT_GT(run.trace.segments.size(), 120U);
}

}  // namespace
}  // namespace rigor::first_order
