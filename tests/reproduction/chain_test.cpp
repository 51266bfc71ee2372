// SPDX-License-Identifier: Apache-2.0
// The paper's chain: steps by the bounds of links alone, no contact.
#include <gtest/gtest.h>

#include <rigor/reproduction/chain.hpp>

#include "quiet_settings.hpp"

namespace rigor {
namespace {

using testing::quiet_settings;

Findings run(const ChainShape& shape, Method method, Bounds bounds) {
  return run_chain(quiet_settings(), {"chain", shape, method, bounds});
}

void expect_steps(const Findings& found, double steps, double clearance) {
  EXPECT_NEAR(found["steps"].get<double>() / steps, 1.0, 0.03);
  EXPECT_NEAR(found["clearance"].get<double>(), clearance, 2e-3);
  EXPECT_EQ(found["uncertified_steps"], 0);
  EXPECT_FALSE(found["touches"].get<bool>());
}

TEST(PaperChain, TakesTheListedStepsAndClearance) {
  expect_steps(run(authors_chain(), Method::Paper, Bounds::Printed), 607.0, 0.840);
  expect_steps(run(authors_chain(), Method::Paper, Bounds::Corrected), 501.0, 0.814);
}

// The chain of the text passes far above the ground.
TEST(PaperChain, OfTheTextDoesNotSkim) {
  expect_steps(run(stated_chain(), Method::Paper, Bounds::Corrected), 449.0, 1.344);
}

// Over raised ground the true motion does, by a tenth of a millimetre.
TEST(PaperChain, OfTheTextSkimsRaisedGroundByTheOracle) {
  ChainShape shape = stated_chain();
  shape.ground = kOracleSkim;
  const Findings found = run(shape, Method::Oracle, Bounds::Corrected);
  EXPECT_EQ(found["stopped"], "time");
  EXPECT_EQ(found["gap_is"], "certified");
  EXPECT_NEAR(found["clearance"].get<double>(), 9.96e-5, 2e-6);
  EXPECT_NEAR(found["clearance_time"].get<double>(), 4.4883, 1e-4);
}

// On the authors' chain, whose runs are short: ground is raised until the form itself skims it.
TEST(PaperChain, FindsTheGroundThatItsOwnMotionSkims) {
  const Findings found =
      own_skim(quiet_settings(), {"skim", authors_chain(), Method::Paper, Bounds::Corrected},
               100.0001, 2e-2);
  EXPECT_FALSE(found["touches"].get<bool>());
  EXPECT_GT(found["clearance"].get<double>(), 0.0);
  EXPECT_LE(found["clearance"].get<double>(), 2e-2);
  EXPECT_LT(found["ground"].get<double>(), 99.4);
}

// A histogram holds every step, and the strobes hang from the first hinge.
TEST(PaperChain, FindingsAreWhole) {
  const Findings found = run(authors_chain(), Method::Oracle, Bounds::Corrected);
  int steps = 0;
  for (const Findings& bin : found["bins"]) steps += bin.get<int>();
  EXPECT_EQ(steps, found["segments"].get<int>() / authors_chain().links);
  ASSERT_EQ(found["strobes"].size(), 10U);
  for (const Findings& hinges : found["strobes"]) {
    ASSERT_EQ(hinges.size(), 21U);
    EXPECT_NEAR(hinges[0][0].get<double>(), 0.0, 1e-9);
    EXPECT_NEAR(hinges[0][1].get<double>(), 0.0, 1e-9);
  }
  EXPECT_NEAR(found["strobes"][0][20][0].get<double>(), 100.0, 1e-9);
}

}  // namespace
}  // namespace rigor
