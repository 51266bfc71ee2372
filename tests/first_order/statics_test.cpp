// SPDX-License-Identifier: Apache-2.0
// Statics on both sides of their limits, in closed form.
#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

/// A box on a fixed slope of the given tangent, friction 0.5; how far it has slid after a second,
/// m.
double slid(double tangent) {
  const double angle = std::atan(tangent);
  const std::string turn = "axis: [0, 1, 0], angle: " + std::to_string(angle);
  const double height = 0.0301;  // above the slope's surface, along its normal
  const std::string at = "position: [" + std::to_string(height * std::sin(angle)) + ", 0, " +
                         std::to_string(height * std::cos(angle)) + "]";
  const double sine = std::sin(angle), cosine = std::cos(angle);
  const Recorded run = proved(SmallScene(
      head(1.0, 0.5) + "bodies:\n  - {name: box, shape: {box: [0.2, 0.2, 0.06]}, mass: 1, pose: {" +
      at + ", " + turn + "}}\nhalf_spaces:\n  - {name: slope, normal: [" + std::to_string(sine) +
      ", 0, " + std::to_string(cosine) + "], offset: 0}\n"));
  return (position_of(run, 0) - Vector3(height * sine, 0, height * cosine)).norm();
}

TEST(Statics, ABlockOnASlopeStaysOnePerCentBelowItsLimitAndSlidesOnePerCentAbove) {
  EXPECT_LE(slid(0.5 * 0.99), 2e-3);
  // a = g (sin - μ cos) = 10 · 0.005 · cos(26.8°) = 0.0446 m/s²: 0.0223 m after a second.
  EXPECT_NEAR(slid(0.5 * 1.01), 0.0223, 2e-3);
}

TEST(Statics, AHeavyBoxOnALightOneStays) {
  const Recorded run = proved(
      SmallScene(head(3) +
                 "bodies:\n  - {name: light, shape: {box: [0.1, 0.1, 0.1]}, mass: 0.1, pose: "
                 "{position: [0, 0, 0.05]}}\n"
                 "  - {name: heavy, shape: {box: [0.1, 0.1, 0.1]}, mass: 100, pose: {position: "
                 "[0.01, 0, 0.15]}}\n" +
                 kGround));
  EXPECT_NEAR(position_of(run, 1).z(), 0.15, 1e-3);
  EXPECT_NEAR(position_of(run, 1).x(), 0.01, 1e-4);
  EXPECT_EQ(run.outcome.stop, StopKind::Rest);
}

TEST(Statics, ASlabOnNineCubesOfATenThousandthOfItsMassIsSolvedToItsGoal) {
  std::string bodies = "bodies:\n";
  for (int i = 0; i < 9; ++i)
    bodies += "  - {name: c" + std::to_string(i) +
              ", shape: {box: [0.1, 0.1, 0.1]}, mass: 0.001, pose: {position: [" +
              std::to_string(0.2 * (i % 3 - 1)) + ", " + std::to_string(0.2 * (i / 3 - 1)) +
              ", 0.0502]}}\n";
  bodies +=
      "  - {name: slab, shape: {box: [0.6, 0.6, 0.05]}, mass: 10, pose: {position: [0.01, 0.02, "
      "0.3], axis: [1, 0.3, 0.1], angle: 0.15}}\n";
  const Recorded run = proved(SmallScene(head(1.0, 0.5, 0.2) + bodies + kGround));
  const SteppingReport& report = *run.outcome.stepping;
  EXPECT_EQ(run.outcome.stop, StopKind::Rest);
  EXPECT_LE(report.solver.unconverged, report.solver.solves / 20);
  EXPECT_LE(report.solver.worst, 0.05);  // 0.55 by splittings alone
  EXPECT_LE(report.largest_gain, 1e-4 * run.outcome.footer.energy_initial);
}

}  // namespace
}  // namespace rigor::first_order
