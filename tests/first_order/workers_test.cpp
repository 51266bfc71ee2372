// SPDX-License-Identifier: Apache-2.0
// Every job once, the first failure told, and runs that are the same on any number of threads.
#include <atomic>
#include <stdexcept>

#include <rigor/first_order/workers.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(Workers, DoEveryJobOnceRoundAfterRound) {
  for (const int threads : {1, 2, 8}) {
    Workers workers(threads);
    for (std::size_t round = 0; round < 200; ++round) {
      std::vector<int> done(round % 37, 0);
      workers.share(done.size(), [&](std::size_t i) { ++done[i]; });
      EXPECT_EQ(done, std::vector<int>(done.size(), 1)) << threads << " threads, round " << round;
    }
  }
}

TEST(Workers, ThrowWhatTheLowestJobThrewAndGoOn) {
  Workers workers(4);
  std::atomic<int> done{0};
  const auto job = [&](std::size_t i) {
    ++done;
    if (i % 10 == 3) throw std::runtime_error(std::to_string(i));
  };
  try {
    workers.share(50, job);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "3");
  }
  EXPECT_EQ(done, 50);
  workers.share(10, [&](std::size_t) { ++done; });
  EXPECT_EQ(done, 60);
}

/// Nine towers of five cubes, each on a spot of its own, and one that is hit.
std::string towers() {
  std::string text = head(0.6, 0.4, 0.3) + kGround + "bodies:\n";
  for (int tower = 0; tower < 9; ++tower)
    for (int floor = 0; floor < 5; ++floor)
      text += cube("c" + std::to_string(tower) + "_" + std::to_string(floor),
                   0.4 * tower + 0.01 * (floor % 2), 0.003 * tower, 0.055 + 0.105 * floor);
  return text + cube("ball", -0.4, 0, 0.3, ", velocity: {linear: [4, 0, 0], angular: [1, 2, 3]}");
}

TEST(Workers, RunsAreTheSameOnAnyNumberOfThreads) {
  const SmallScene scene(towers());
  std::vector<Recorded> runs;
  for (const int threads : {1, 2, 8}) runs.push_back(scene.record(threads));
  EXPECT_TRUE(is_done(runs[0].outcome.stop)) << runs[0].outcome.reason;
  EXPECT_GT(runs[0].outcome.stepping->touches, 20U);  // local answers too
  for (const Recorded& run : runs) {
    EXPECT_TRUE(run.trace.segments == runs[0].trace.segments);
    EXPECT_TRUE(run.trace.certificates == runs[0].trace.certificates);
    EXPECT_TRUE(run.trace.events == runs[0].trace.events);
    EXPECT_EQ(run.trace.footer, runs[0].trace.footer);
    EXPECT_EQ(run.outcome.final_state.q, runs[0].outcome.final_state.q);
    EXPECT_EQ(run.outcome.final_state.v, runs[0].outcome.final_state.v);
  }
}

}  // namespace
}  // namespace rigor::first_order
