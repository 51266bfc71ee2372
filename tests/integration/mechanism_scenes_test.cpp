// SPDX-License-Identifier: Apache-2.0
// The bundled scene with a mechanism.
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

}  // namespace
}  // namespace rigor
