// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include <gtest/gtest.h>
#include <temporary_folder.hpp>

#include <rigor/run/run_list.hpp>
#include <rigor/run/run_lock.hpp>

namespace rigor {
namespace {

namespace fs = std::filesystem;

RunFolder make_run(const fs::path& root, int age_in_hours, bool finished) {
  const RunFolder folder{root};
  fs::create_directories(root);
  write_whole(finished ? folder.trace() : folder.journal(), "12345678");
  if (finished) {
    write_whole(
        folder.manifest(),
        R"({"summary": {"scene": "die", "stopped": "rest", "time_end": 1.5, "verified": true}})");
  }
  for (const auto& entry : fs::directory_iterator(root)) {
    fs::last_write_time(entry.path(),
                        fs::file_time_type::clock::now() - std::chrono::hours(age_in_hours));
  }
  return folder;
}

TEST(RunList, RunsComeNewestFirstWithWhatTheirManifestsTell) {
  const TemporaryFolder place;
  make_run(place / "old", 3, true);
  const RunFolder newest = make_run(place / "new", 1, false);
  make_run(place / "middle", 2, true);
  fs::create_directories(place / "notes");
  std::ofstream(place / "letter.txt") << "hello";
  // Looking at an old run does not make it the newest.
  write_whole((place / "old") / "view.html", "page");
  const std::vector<FoundRun> runs = runs_under(newest.root.parent_path());
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].folder.root.filename(), "new");
  EXPECT_EQ(runs[1].folder.root.filename(), "middle");
  EXPECT_EQ(runs[2].folder.root.filename(), "old");
  EXPECT_FALSE(runs[0].finished);
  EXPECT_EQ(runs[0].bytes, 8u);
  EXPECT_FALSE(runs[0].time_end);
  EXPECT_TRUE(runs[1].finished && runs[1].verified);
  EXPECT_EQ(runs[1].scene, "die");
  EXPECT_EQ(runs[1].stopped, "rest");
  EXPECT_EQ(*runs[1].time_end, 1.5);
  EXPECT_TRUE(runs_under(place / "missing").empty());
}

TEST(RunList, ADamagedManifestIsAnUnfinishedRun) {
  const TemporaryFolder place;
  const RunFolder folder = make_run(place / "a", 1, true);
  for (const char* text : {"{", "[]", R"({"summary": 3})"}) {
    write_whole(folder.manifest(), text);
    const auto runs = runs_under(folder.root.parent_path());
    ASSERT_EQ(runs.size(), 1u);
    EXPECT_FALSE(runs[0].finished) << text;
  }
}

TEST(RunList, OnlyTheRunsOwnFilesAreRemoved) {
  const TemporaryFolder place;
  const RunFolder plain = make_run(place / "plain", 1, true);
  const RunFolder kept = make_run(place / "kept", 1, true);
  write_whole(kept.root / "thoughts.txt", "mine");
  remove_run(plain);
  remove_run(kept);
  EXPECT_FALSE(fs::exists(plain.root));
  EXPECT_TRUE(fs::exists(kept.root / "thoughts.txt"));
  EXPECT_EQ(std::distance(fs::directory_iterator(kept.root), {}), 1);
  EXPECT_THROW(remove_run(kept), std::runtime_error);
}

TEST(RunList, ARunAtWorkIsNotRemoved) {
  const TemporaryFolder place;
  const RunFolder folder = make_run(place / "busy", 1, false);
  const RunLock lock(folder.root);
  EXPECT_THROW(remove_run(folder), std::runtime_error);
  EXPECT_TRUE(fs::exists(folder.journal()));
}

}  // namespace
}  // namespace rigor
