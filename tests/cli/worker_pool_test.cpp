// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <temporary_folder.hpp>

#include <rigor/cli/worker_pool.hpp>

namespace rigor {
namespace {

std::map<std::uint64_t, std::optional<std::string>> answers(
    const std::vector<std::uint64_t>& tasks, int jobs,
    const std::function<std::string(std::uint64_t)>& work) {
  std::map<std::uint64_t, std::optional<std::string>> all;
  run_in_processes(
      tasks, jobs, work, [&](std::uint64_t task, auto answer) { all[task] = std::move(answer); },
      [] { return false; });
  return all;
}

TEST(WorkerPool, EveryTaskIsAnsweredOnce) {
  for (const int jobs : {1, 3}) {
    const auto all = answers({0, 1, 2, 3, 4}, jobs, [](std::uint64_t task) {
      return std::string(20000, static_cast<char>('a' + task));  // larger than a pipe's block
    });
    ASSERT_EQ(all.size(), 5u);
    for (const auto& [task, answer] : all)
      EXPECT_EQ(answer, std::string(20000, static_cast<char>('a' + task)));
  }
}

TEST(WorkerPool, ACrashLosesOneTaskWhichIsTriedOnceMore) {
  const TemporaryFolder folder;
  const auto all = answers({0, 1, 2}, 2, [&](std::uint64_t task) {
    const auto mark = folder / std::to_string(task).c_str();
    const bool again = std::filesystem::exists(mark);
    std::ofstream(mark) << 'x';
    if (task == 1 && !again) std::raise(SIGKILL);  // dies the first time only
    if (task == 2) std::raise(SIGKILL);            // dies every time
    return std::string("fine");
  });
  EXPECT_EQ(all.at(0), "fine");
  EXPECT_EQ(all.at(1), "fine");
  EXPECT_FALSE(all.at(2).has_value());
}

TEST(WorkerPool, AnInterruptionLetsNoTaskBegin) {
  int done = 0;
  run_in_processes(
      {0, 1, 2}, 1, [](std::uint64_t) { return std::string("x"); },
      [&](std::uint64_t, auto) { ++done; }, [&] { return done >= 1; });
  EXPECT_EQ(done, 1);
}

}  // namespace
}  // namespace rigor
