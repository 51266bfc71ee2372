// SPDX-License-Identifier: Apache-2.0
// Proofs against closed forms: a cube that comes down on another one.
#include <rigor/first_order/near_pairs.hpp>
#include <rigor/first_order/pair_proof.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

const SmallScene& two_cubes() {
  static const SmallScene scene(head(1) + "bodies:\n" + cube("low", 0, 0, 0.051) +
                                cube("high", 0, 0, 0.1515) + kGround);
  return scene;
}

constexpr PairId kStack{{0, 0}, {1, 0}};

TEST(NearPairs, ATouchIsFoundWhereTheGapReachesItsLevel) {
  const auto run = two_cubes().start();
  run->end = trace::time_from(0.01);
  Vector6 down = Vector6::Zero();
  down[2] = -0.1;
  enter_path(*run, 0, Vector6::Zero(), run->start, run->end);
  enter_path(*run, 1, down, run->start, run->end);
  NearPair& pair = run->pairs.at(kStack, run->scales);
  pair.separation = 0.0005;
  prove(run->world, run->pairs, run->scales, run->start, pair);
  run->pairs.file(pair);
  ASSERT_TRUE(pair.touch);
  const double level = run->scales.least_gap() + 0.5 * (pair.gap - run->scales.least_gap());
  EXPECT_NEAR(trace::seconds(pair.touch->begin), (0.0005 - level) / 0.1, 1e-9);
  ASSERT_TRUE(run->pairs.next_touch());
  EXPECT_EQ(run->pairs.next_touch()->pair, kStack);
  ASSERT_FALSE(pair.certificates.empty());
  EXPECT_EQ(pair.certificates.back().end, pair.touch->begin);
  // Leaving before the touch truncates the proof and forgets the touch.
  const trace::Time early = trace::time_from(0.001);
  const auto final = run->pairs.leave(1, early);
  ASSERT_FALSE(final.empty());
  EXPECT_EQ(final.back().end, early);
  EXPECT_FALSE(run->pairs.next_touch());
}

}  // namespace
}  // namespace rigor::first_order
