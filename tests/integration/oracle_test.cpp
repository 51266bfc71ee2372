// SPDX-License-Identifier: Apache-2.0
// Whole motions of one free body on half-spaces against independently computed solutions.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/verification/verify.hpp>

#include "integration/run_scene.hpp"

namespace rigor {
namespace {

using trace::EventKind;
using trace::seconds;

/// The thrown die under no-slip (all touching points): flight in closed form, then Lagrange top and
/// pendulum quadratures at 34 digits.
constexpr std::array<double, 8> kDieImpacts{0.780061687374, 0.973852252849, 1.286579406972,
                                            1.323814261299, 1.483135651260, 1.599144729620,
                                            1.599882420876, 1.607239334005};
constexpr double kDieEdgeLimit = 1.6261101978931;
constexpr double kDieRest = 1.7280371457;
constexpr std::array<double, 3> kDieRestCentre{-2.14302535181, 0.534936554027, 0.5};

SceneRun run_die(double skin, double tol = 1e-12) {
  return run_scene("benchmarks/b02.yaml", [&](Scene& scene) {
    scene.skin = skin;
    scene.start_tolerance = 2 * skin;
    scene.tol = tol;
  });
}

TEST(Die, ImpactsComeInOrderAtTheRightTimes) {
  const SceneRun die = run_die(1e-8);
  ASSERT_EQ(die.outcome().stop, StopKind::Rest);
  const auto impacts = events_of_kind(die.trace(), EventKind::Impact);
  ASSERT_GE(impacts.size(), kDieImpacts.size());
  for (std::size_t i = 0; i < kDieImpacts.size(); ++i)
    EXPECT_NEAR(seconds(impacts[i].lo), kDieImpacts[i], 2e-7) << "event " << i + 1;
}

TEST(Die, AccumulationsAndRestPoseAreRight) {
  const SceneRun die = run_die(1e-8);
  const auto limits = events_of_kind(die.trace(), EventKind::Accumulation);
  ASSERT_EQ(limits.size(), 2U);
  EXPECT_NEAR(limits[0].limit_time, kDieEdgeLimit, 1e-5);
  EXPECT_NEAR(limits[1].limit_time, kDieRest, 1e-5);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(die.outcome().final_state.q[i], kDieRestCentre[i], 5e-8);
}

TEST(Die, ExtrapolationOverTheSkinRemovesItsBias) {
  const SceneRun a = run_die(1e-8, 1e-13);
  const SceneRun b = run_die(1e-9, 1e-13);
  const SceneRun c = run_die(1e-10, 1e-13);
  const auto impacts_a = events_of_kind(a.trace(), EventKind::Impact);
  const auto impacts_b = events_of_kind(b.trace(), EventKind::Impact);
  const auto impacts_c = events_of_kind(c.trace(), EventKind::Impact);
  for (std::size_t i = 0; i < kDieImpacts.size(); ++i)
    EXPECT_NEAR(
        extrapolated(seconds(impacts_a[i].lo), seconds(impacts_b[i].lo), seconds(impacts_c[i].lo)),
        kDieImpacts[i], 1e-10)
        << "event " << i + 1;
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(extrapolated(a.outcome().final_state.q[i], b.outcome().final_state.q[i],
                             c.outcome().final_state.q[i]),
                kDieRestCentre[i], 1e-9);
}

TEST(Die, IsProvedByTheChecker) {
  const SceneRun die = run_die(1e-8);
  const verification::Verdict verdict = verification::verify(die.trace());
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, die.trace());
  EXPECT_GT(verdict.min_gap, 0.98e-8);
}

/// A pair that the scene excludes is neither touched nor proved, and the verdict names it; without
/// the exclusion the block is caught.
TEST(Simulate, AnExcludedPairPassesAndTheVerdictSaysSo) {
  const SceneRun open = run_scene("gate.yaml");
  const verification::Verdict verdict = verification::verify(open.trace());
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, open.trace());
  ASSERT_EQ(verdict.excluded.size(), 1U);
  EXPECT_NE(verification::text_of(verdict, open.trace())
                .find("not checked: gate and ghost: the gate is open for the first block"),
            std::string::npos)
      << verification::text_of(verdict, open.trace());
  const auto height = [](const SceneRun& run, int i) {
    return run.outcome().final_state.q[7 * i + 2];
  };
  EXPECT_NEAR(height(open, 0), 0.5, 2e-8);
  EXPECT_NEAR(height(open, 1), 2.1, 2e-8);
  const auto impacts = events_of_kind(open.trace(), EventKind::Impact);
  ASSERT_GE(impacts.size(), 2U);
  EXPECT_NEAR(seconds(impacts.back().lo), std::sqrt(2 * 2.5 / 9.81), 2e-8);

  const SceneRun shut = run_scene("gate.yaml", [](Scene& scene) { scene.exclusions.clear(); });
  EXPECT_NEAR(height(shut, 0), 2.1, 2e-8);
}

}  // namespace
}  // namespace rigor
