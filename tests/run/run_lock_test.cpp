// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rigor/run/run_lock.hpp>

#include "temporary_folder.hpp"

namespace rigor {
namespace {

/// Whether a second process can take the folder.
bool free_for_others(const std::filesystem::path& folder) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      const RunLock lock(folder);
    } catch (const std::runtime_error&) {
      _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(RunLock, OneProcessHasTheFolderAndLeavesNothingBehind) {
  const TemporaryFolder place;
  const std::filesystem::path folder = place / "deep/run";
  {
    const RunLock lock(folder);
    EXPECT_FALSE(free_for_others(folder));
    EXPECT_TRUE(std::filesystem::exists(folder / "lock"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  EXPECT_TRUE(free_for_others(folder));
}

TEST(RunLock, TheLockOfAProcessThatDiedIsFree) {
  const TemporaryFolder place;
  const pid_t child = fork();
  if (child == 0) {
    const RunLock lock(place / "run");
    _exit(0);  // without destructors, as kill -9 would
  }
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(std::filesystem::exists(place / "run/lock"));
  const RunLock lock(place / "run");
}

TEST(RunLock, AFolderThatCanNotBeMadeIsAnError) {
  EXPECT_THROW(RunLock("/proc/no/such"), std::exception);
}

}  // namespace
}  // namespace rigor
