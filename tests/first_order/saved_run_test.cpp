// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/saved_run.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(SavedRun, IsRestoredBitByBit) {
  const SmallScene scene(head(1) + "bodies:\n" + cube("a", 0, 0, 0.0501) + cube("b", 0, 0, 0.1502) +
                         kGround);
  const auto run = scene.start();
  for (int step = 0; step < 7; ++step) ASSERT_FALSE(take_step(*run));
  const RunCheckpoint checkpoint = saved(*run);
  const auto again = scene.start();
  restore(checkpoint, *again);
  EXPECT_EQ(bytes_of(saved(*again)), bytes_of(checkpoint));
  for (int body = 0; body < 2; ++body) {
    EXPECT_EQ(again->bodies[body].u, run->bodies[body].u);
    EXPECT_EQ(again->bodies[body].pose.translation, run->bodies[body].pose.translation);
  }
}

TEST(SavedRun, OfAnotherEnergyIsRefused) {
  const SmallScene scene(head(1) + "bodies:\n" + cube("a", 0, 0, 0.0501) + kGround);
  const auto run = scene.start();
  ASSERT_FALSE(take_step(*run));
  RunCheckpoint checkpoint = saved(*run);
  checkpoint.energy = std::nextafter(checkpoint.energy, 1e9);
  const auto again = scene.start();
  EXPECT_THROW(restore(checkpoint, *again), trace::TraceError);
}

}  // namespace
}  // namespace rigor::first_order
