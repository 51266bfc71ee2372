// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/step.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(Step, EndsLieOnTheGridAndAtKnots) {
  const SmallScene scene(
      head(0.095) + "bodies:\n" + cube("cube", 0, 0, 1) +
      "forces:\n  - {body: cube, knots: [{time: 0, force: [0, 0, 0]}, {time: 0.025, "
      "force: [1, 0, 0]}, {time: 0.05, force: [0, 0, 0]}]}\n");
  const auto run = scene.start();
  std::vector<double> ends;
  while (run->now < run->horizon) {
    ASSERT_FALSE(take_step(*run));
    ends.push_back(trace::seconds(run->now));
  }
  const std::vector<double> expected{0.01, 0.02, 0.025, 0.03, 0.04, 0.05,
                                     0.06, 0.07, 0.08,  0.09, 0.095};
  ASSERT_EQ(ends.size(), expected.size());
  for (std::size_t i = 0; i < ends.size(); ++i) EXPECT_NEAR(ends[i], expected[i], 1e-12);
  // ∫ F dt = 0.025 N s: the impulse of the triangle is exact.
  EXPECT_NEAR(run->bodies[0].u[0], 0.025, 1e-14);
}

TEST(Step, PathsThatTurnTooFarGoOnTogether) {
  // Two cubes beside each other that turn by 1.5 rad in a step: both paths end at its middle.
  const std::string spin = ", velocity: {angular: [0, 0, 150]}";
  const Recorded run = proved(SmallScene(head(0.05, 0.2) + "bodies:\n" + cube("a", 0, 0, 1, spin) +
                                         cube("b", 0.15, 0, 1, spin)));
  EXPECT_EQ(run.outcome.stop, StopKind::Time);
  EXPECT_GT(run.trace.segments.size(), 2U * 2U * 5U - 1U);
}

}  // namespace
}  // namespace rigor::first_order
