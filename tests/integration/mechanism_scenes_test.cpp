// SPDX-License-Identifier: Apache-2.0
// Bundled scenes with mechanisms.
#include "integration/proved_run.hpp"

namespace rigor {
namespace {

TEST(MechanismScenes, ChainSwingsAndStaysWhole) {
  const SceneRun run = proved_run("chain.yaml");
  EXPECT_EQ(run.outcome().stop, StopKind::Time);
  const trace::Footer& footer = run.outcome().footer;
  EXPECT_NEAR(footer.energy_final, footer.energy_initial, 1e-8);
  EXPECT_EQ(run.trace().joints.size(), 6u);
}

// The motion does not depend on the tolerance beyond what the tolerance allows.
TEST(MechanismScenes, ChainConverges) {
  const auto end = [](double tol) {
    return run_scene("chain.yaml",
                     [tol](Scene& scene) {
                       scene.tol = tol;
                       scene.stop.time = 1.0;
                     })
        .outcome()
        .final_state.q;
  };
  const Eigen::VectorXd fine = end(1e-13);
  EXPECT_LT((end(1e-10) - fine).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT((end(1e-11) - fine).cwiseAbs().maxCoeff(), 1e-8);
}

// The trot of the quadruped, one cycle: trunk's place and speed within 1 % of a model of the same
// robot in MuJoCo (feet as spheres of the same radius, elliptic cones, μ = 1, step 2e-5 s),
// recorded: x 0.06817, z 0.15963, v_x 0.1924.
TEST(MechanismScenes, TheQuadrupedTrotsAsInMujoco) {
  const auto compare = [](const SceneRun& run) {
    EXPECT_EQ(run.outcome().stop, StopKind::Time) << run.outcome().reason;
    const State& end = run.outcome().final_state;
    EXPECT_NEAR(end.q[0], 0.06817, 0.01 * 0.06817);
    EXPECT_NEAR(end.q[2], 0.15963, 0.01 * 0.15963);
    EXPECT_NEAR(end.v[0], 0.1924, 0.01 * 0.1924);
    EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-12);
  };
  compare(run_scene("quadruped.yaml"));  // under Coulomb's law; its check takes long
  compare(proved_run("quadruped.yaml", [](Scene& scene) { scene.law = Law::NoSlip; }));
}

TEST(MechanismScenes, AChainOnTheFloorGoesOn) {
  // Links lie flat on both sides of their pins: contacts that depend on each other at one instant.
  const SceneRun run = proved_run("chain-on-floor.yaml", [](Scene& scene) {
    scene.law = Law::Frictionless;
    scene.stop.time = 0.6;
  });
  EXPECT_GE(events_of_kind(run.trace(), trace::EventKind::Impact).size(), 10u);
}

// Two fingers that press with 12 N each hold the block of 0.25 kg if μ is above m g/(2 · 12 N) =
// 0.102, and a little more while the arm sets out; below that they slide up along it.
TEST(MechanismScenes, TheArmLiftsItsBlockByFriction) {
  const auto height = [](double mu) {
    const SceneRun run = run_scene("arm-picks-block.yaml", [mu](Scene& scene) {
      scene.default_pair.mu = mu;
      scene.stop.time = 0.45;
    });
    EXPECT_EQ(run.outcome().stop, StopKind::Time) << mu << ": " << run.outcome().reason;
    EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-12) << mu;
    return run.outcome().final_state.q[2];
  };
  const double resting = 0.08 + 0.025 + 1e-8;
  const double lifted = height(0.115);
  EXPECT_GT(lifted, resting + 4e-3);
  EXPECT_NEAR(height(0.5), lifted, 1e-6);
  EXPECT_NEAR(height(0.08), resting, 1e-9);
}

}  // namespace
}  // namespace rigor
