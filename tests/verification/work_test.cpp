// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <rigor/verification/work.hpp>

namespace rigor::verification {
namespace {

TEST(Work, EveryJobIsDoneOnceByAnyNumberOfThreads) {
  for (const int threads : {0, 1, 2, 7}) {
    Workshop workshop;
    workshop.threads = threads;
    Work work(workshop, 1000);
    std::vector<int> done(1000, 0);
    work.share(done.size(), [&](std::size_t i) { done[i]++; });
    EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0), 1000) << threads;
    EXPECT_EQ(*std::max_element(done.begin(), done.end()), 1) << threads;
    work.share(0, [](std::size_t) { FAIL(); });
  }
}

TEST(Work, StopsWhenItIsToldTo) {
  std::atomic<int> asked{0};
  Workshop workshop;
  workshop.threads = 3;
  workshop.interrupted = [&] { return ++asked > 10; };
  Work work(workshop, 1000);
  std::atomic<int> jobs{0};
  work.share(1000, [&](std::size_t) { ++jobs; });
  EXPECT_TRUE(work.stopped());
  EXPECT_LE(jobs, 13);
}

TEST(Work, PassesOnWhatAJobThrows) {
  Workshop workshop;
  workshop.threads = 2;
  Work work(workshop, 10);
  EXPECT_THROW(work.share(10,
                          [](std::size_t i) {
                            if (i == 3) throw std::runtime_error("third");
                          }),
               std::runtime_error);
}

}  // namespace
}  // namespace rigor::verification
