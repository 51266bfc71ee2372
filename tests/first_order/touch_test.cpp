// SPDX-License-Identifier: Apache-2.0
// What answers to touches keep: momentum, energy, distance; and that steps end.
#include <rigor/first_order/touch.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(Touch, AHeadOnCollisionKeepsMomentumAndBouncesWithItsRestitution) {
  // Without gravity: 2 m/s against a cube at rest, e = 0.5, so 0.5 and 1.5 m/s.
  SmallScene scene(head(0.2, 0.0, 0.5) + "bodies:\n" +
                   cube("a", 0, 0, 1, ", velocity: {linear: [2, 0, 0]}") + cube("b", 0.313, 0, 1));
  scene.built.model.gravity.setZero();
  const Recorded run = proved(scene);
  const auto& v = run.outcome.final_state.v;
  EXPECT_NEAR(v[0] + v[6], 2.0, 1e-12);
  EXPECT_NEAR(v[0], 0.5, 1e-3);
  EXPECT_NEAR(v[6], 1.5, 1e-3);
  EXPECT_EQ(run.outcome.stepping->holds, 0U);
}

TEST(Touch, ARowOfCubesPassesAnImpactOn) {
  SmallScene scene(head(0.3, 0.0, 0.0) + "bodies:\n" +
                   cube("a", 0, 0, 1, ", velocity: {linear: [3, 0, 0]}") + cube("b", 0.2, 0, 1) +
                   cube("c", 0.3005, 0, 1) + cube("d", 0.401, 0, 1));
  scene.built.model.gravity.setZero();
  const Recorded run = proved(scene);
  double momentum = 0.0;
  for (int i = 0; i < 4; ++i) momentum += run.outcome.final_state.v[6 * i];
  EXPECT_NEAR(momentum, 3.0, 1e-9);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(run.outcome.final_state.v[6 * i], 0.75, 0.02) << i;
}

TEST(Touch, ThinPlatesMayRattleManyTimesInAStep) {
  const auto plate = [](const char* name, const char* pose) {
    return std::string("  - {name: ") + name +
           ", shape: {box: [0.3, 0.3, 0.005]}, mass: 0.5, pose: {" + pose +
           ", angle: 0.05}, velocity: {linear: [0, 0, -3]}}\n";
  };
  const SmallScene scene(head(0.05, 0.3, 0.1) + kGround + "bodies:\n" +
                         plate("low", "position: [0, 0, 0.05], axis: [1, 0.4, 0]") +
                         plate("high", "position: [0.02, 0.03, 0.09], axis: [-0.3, 1, 0.1]"));
  const Recorded run = proved(scene);
  EXPECT_GT(run.outcome.stepping->cuts, 8U);
  EXPECT_EQ(run.outcome.stepping->holds, 0U);
}

TEST(Touch, SmallPilesComeToRestProvedWithoutGainingEnergy) {
  std::string bodies = "bodies:\n";
  for (int i = 0; i < 4; ++i)
    bodies += "  - {name: c" + std::to_string(i) +
              ", shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [" +
              std::to_string(0.012 * i) + ", 0.01, " + std::to_string(0.12 + 0.18 * i) +
              "], axis: [1, " + std::to_string(0.3 * i) +
              ", 0.2], angle: " + std::to_string(0.4 + i) + "}}\n";
  const Recorded run = proved(SmallScene(head(4.0, 0.5, 0.2) + bodies + kGround));
  EXPECT_EQ(run.outcome.stop, StopKind::Rest) << trace::seconds(run.outcome.footer.end);
  EXPECT_GT(run.outcome.stepping->touches, 3U);
  EXPECT_LE(run.outcome.stepping->held, 1e-3);
  // Beyond what openings of gaps do, and with it.
  EXPECT_LE(run.outcome.stepping->largest_gain, 1e-9);
  EXPECT_LE(run.outcome.footer.energy_max_gain, 5e-3 * run.outcome.footer.energy_initial);
  EXPECT_LT(run.outcome.footer.energy_final, run.outcome.footer.energy_initial);
}

}  // namespace
}  // namespace rigor::first_order
