// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <rigor/run/side_by_side.hpp>

namespace rigor {
namespace {

TEST(SideBySide, EveryJobIsDoneOnceWithAnyNumberOfThreads) {
  for (const int threads : {0, 1, 2, 7}) {
    std::vector<int> done(100, 0);
    side_by_side(done.size(), threads, [&](std::size_t i) { done[i] += static_cast<int>(i) + 1; });
    for (std::size_t i = 0; i < done.size(); ++i)
      EXPECT_EQ(done[i], static_cast<int>(i) + 1) << "job " << i << ", threads " << threads;
  }
  side_by_side(0, 3, [](std::size_t) { FAIL(); });
}

TEST(SideBySide, SoManyJobsAtATimeAndNoMore) {
  for (const int threads : {1, 3}) {
    std::atomic<int> at_work{0};
    std::atomic<int> most{0};
    side_by_side(12, threads, [&](std::size_t) {
      const int now = ++at_work;
      for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      --at_work;
    });
    EXPECT_EQ(most, threads);
  }
}

TEST(SideBySide, TheFirstExceptionByNumberIsThrownAfterAllJobs) {
  std::atomic<int> done{0};
  const auto job = [&](std::size_t i) {
    ++done;
    if (i == 3 || i == 5) throw std::runtime_error(i == 3 ? "three" : "five");
  };
  try {
    side_by_side(8, 2, job);
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "three");
  }
  EXPECT_EQ(done, 8);
}

}  // namespace
}  // namespace rigor
