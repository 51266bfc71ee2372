// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/converge/ladder_estimate.hpp>

namespace rigor {
namespace {

/// x = 2 + δ + what the tolerance adds; A is far off, E shows how far B is.
TEST(LadderEstimate, AFinerRunTellsTheErrorInsteadOfTheUsers) {
  const double c = std::sqrt(10.0);
  Reading reading{{3.0 + 1e-6, 3.0, 2.0 + c, 12.0}, 0.0, 0.0, 1.0};
  const Estimate by_a = estimate(reading, {});
  reading.values.push_back(3.0 - 1e-9);
  const Estimate by_e = estimate(reading, {});
  ASSERT_TRUE(by_a.bar && by_e.bar);
  EXPECT_NEAR(by_e.value, 2.0, 1e-12);
  EXPECT_NEAR(*by_a.bar, 3.9e-6, 1e-10);
  EXPECT_NEAR(*by_e.bar, 3.9e-9, 1e-11);
}

TEST(LadderEstimate, StepsAreReadInTheirOrder) {
  const Estimate x = estimate({{3.1, 3.05, 3.025}, 0.0, 0.0, 1.0}, {.by_steps = true});
  ASSERT_TRUE(x.bar);
  EXPECT_NEAR(x.value, 3.0, 1e-12);
}

TEST(LadderEstimate, NumbersStandInTheOrderOfBodyNumbers) {
  BodyEstimate body;
  for (std::size_t i = 0; i < std::tuple_size_v<BodyNumbers>; ++i)
    number_of(body, i).value = static_cast<double>(i);
  EXPECT_EQ(body.position[2].value, 2.0);
  EXPECT_EQ(body.orientation[0].value, 3.0);
  EXPECT_EQ(body.velocity[5].value, 12.0);
}

/// A coordinate that is nearly zero is rounded like those beside it, a body at the origin like its
/// own size.
TEST(LadderEstimate, ScalesAreOfTheNumbersBeside) {
  BodyNumbers x{};
  x[0] = 3.0;
  x[1] = 4.0;
  EXPECT_EQ(scale_of(x, 2, 0.5, 2.0), 5.0);
  EXPECT_EQ(scale_of(x, 3, 0.5, 2.0), 1.0);
  EXPECT_EQ(scale_of(x, kFirstVelocity, 0.5, 2.0), 2.5);
  EXPECT_EQ(scale_of(x, kFirstVelocity + 3, 0.5, 2.0), 0.5);
  trace::Body body;
  body.pieces.resize(1);
  body.pieces[0].vertices = {{3.0, 0.0, 4.0}, {1.0, 0.0, 0.0}};
  EXPECT_EQ(size_of(body), 5.0);
}

}  // namespace
}  // namespace rigor
