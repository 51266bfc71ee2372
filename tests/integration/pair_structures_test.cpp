// SPDX-License-Identifier: Apache-2.0
// Structures of several bodies: what must stand stands, what must fall falls, all of it proved.
#include <cmath>

#include "integration/proved_run.hpp"

namespace rigor {
namespace {

using trace::EventKind;

/// The largest difference between the bodies' places where rest begins and where the run ends.
void expect_no_drift(const SceneRun& run, const std::string& name) {
  EXPECT_EQ(run.outcome().stop, StopKind::Rest) << name;
  const SceneRun start = run_scene(name, [](Scene& scene) { scene.stop.time = 1e-3; });
  const auto& end = run.outcome().final_state.q;
  EXPECT_LE((end - start.outcome().final_state.q).cwiseAbs().maxCoeff(), 1e-12) << name;
}

TEST(PairStructures, TenBoxesStandTenSeconds) {
  const SceneRun run = proved_run("stack-10.yaml");
  expect_no_drift(run, "stack-10.yaml");
  EXPECT_LE(run.outcome().segments, 20U);
  EXPECT_NEAR(run.outcome().final_state.time, 10.0, 1e-12);
  for (int i = 0; i < 10; ++i)
    EXPECT_NEAR(position_of(run, i).z(), 0.5 + i + (i + 1) * 1e-8, 1e-12) << i;
}

TEST(PairStructures, PyramidStandsUnderBothLaws) {
  for (const Law law : {Law::Frictionless, Law::NoSlip}) {
    const SceneRun run = proved_run("pyramid.yaml", [&](Scene& scene) { scene.law = law; });
    expect_no_drift(run, "pyramid.yaml");
    EXPECT_LE(run.outcome().segments, 12U);
  }
}

TEST(PairStructures, ArchStandsWhereItShould) {
  expect_no_drift(proved_run("arch-frictionless.yaml"), "arch-frictionless.yaml");
  expect_no_drift(proved_run("arch.yaml"), "arch.yaml");
  // Without friction the same arch comes down.
  const SceneRun falls = proved_run("arch.yaml", [](Scene& scene) {
    scene.law = Law::Frictionless;
    scene.stop.time = 0.5;
  });
  EXPECT_LT(position_of(falls, 3).z(), -0.1);
}

TEST(PairStructures, TippedDominoLeansAgainstTheRow) {
  // No-slip bonds the dominoes where they touch, so the first does not throw the others over.
  const SceneRun run = proved_run("dominoes.yaml");
  for (int i = 0; i < 20; ++i) {
    const Eigen::Vector4d q = run.outcome().final_state.q.segment<4>(7 * i + 3);
    const double upright = 1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2]);  // z component of body z
    EXPECT_NEAR(upright, i == 0 ? 0.96825 : 1.0, 1e-4) << "domino " << i + 1;
  }
}

TEST(PairStructures, DieThrownOnAStack) {
  const SceneRun smooth =
      proved_run("die-on-stack.yaml", [](Scene& scene) { scene.law = Law::Frictionless; });
  EXPECT_GE(events_of_kind(smooth.trace(), EventKind::Impact).size(), 10U);
  EXPECT_LE(smooth.outcome().segments, 3 * smooth.outcome().events);
  // At 0.9459 s an edge of the upper cube crosses the rim below at 6e-6 rad: it must not rock
  // there.
  const SceneRun rough =
      proved_run("die-on-stack.yaml", [](Scene& scene) { scene.stop.time = 1.0; });
  EXPECT_GE(events_of_kind(rough.trace(), EventKind::Impact).size(), 10U);
  EXPECT_LE(rough.outcome().events, 2000U);
}

TEST(PairStructures, BrickInANarrowSlotAndBetweenTaperedWalls) {
  const SceneRun slot = proved_run("brick-in-slot.yaml");
  EXPECT_EQ(slot.outcome().stop, StopKind::Rest);
  EXPECT_NEAR(position_of(slot, 0).z(), 0.025, 2e-6);
  const SceneRun tapered = proved_run("brick-between-tapered-walls.yaml");
  EXPECT_EQ(tapered.outcome().stop, StopKind::Rest);
  const double wedged = 0.02 / std::tan(10.0 * M_PI / 180.0) + 0.05;
  EXPECT_NEAR(position_of(tapered, 0).z(), wedged, 1e-7);
}

TEST(PairStructures, BoxSlidesAcrossAnotherAndFallsOverTheEdge) {
  const SceneRun run = proved_run("box-slides-off-box.yaml");
  EXPECT_LT(position_of(run, 1).z(), 0.4);  // left the lower box
  EXPECT_GE(events_of_kind(run.trace(), EventKind::Lift).size(), 1U);
}

TEST(PairStructures, BoxComesToRestInACornerOfThreePlanes) {
  for (const Law law : {Law::Frictionless, Law::NoSlip}) {
    const SceneRun run =
        proved_run("corner-of-three-planes.yaml", [&](Scene& scene) { scene.law = law; });
    EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  }
}

TEST(PairStructures, MassRatioOfAThousandBothWaysRound) {
  for (const char* name : {"mass-ratio-light-below.yaml", "mass-ratio-heavy-below.yaml"}) {
    const SceneRun smooth = proved_run(name);
    EXPECT_GT(position_of(smooth, 1).z(), 0.54) << name;  // still on top
    const SceneRun rough = proved_run(name, [](Scene& scene) { scene.law = Law::NoSlip; });
    EXPECT_EQ(rough.outcome().stop, StopKind::Rest) << name;
  }
}

TEST(PairStructures, CubeBalancedAndRollingOverARidge) {
  expect_no_drift(proved_run("cube-balanced-on-ridge.yaml"), "cube-balanced-on-ridge.yaml");
  const SceneRun rolls = proved_run("cube-over-ridge.yaml");
  EXPECT_GT(position_of(rolls, 0).x(), 0.3);
  EXPECT_LT(position_of(rolls, 0).z(), 0.0);
}

TEST(PairStructures, BodiesOfTwoPiecesLandOnEachOther) {
  for (const Law law : {Law::Frictionless, Law::NoSlip}) {
    const SceneRun run = proved_run("ell-on-tee.yaml", [&](Scene& scene) { scene.law = law; });
    EXPECT_GE(events_of_kind(run.trace(), EventKind::Impact).size(), 5U);
  }
}

}  // namespace
}  // namespace rigor
