// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include <rigor/run/run_folder.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

/// A folder of its own for each test, removed at the end.
class RunFolders : public testing::Test {
 protected:
  RunFolders()
      : root_(std::filesystem::temp_directory_path() /
              ("rigor_run_folder_test_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(root_);
  }
  ~RunFolders() override { std::filesystem::remove_all(root_); }

  std::filesystem::path root_;
};

TEST_F(RunFolders, TheHashFollowsWhatTheRunDependsOn) {
  Scene scene = load_scene(std::string(RIGOR_SCENES) + "/die.yaml");
  const std::string hash = run_hash(scene);
  EXPECT_EQ(default_folder(scene).root,
            std::filesystem::path("runs") / ("die-" + hash.substr(0, 8)));
  scene.sources = {"elsewhere.yaml"};
  EXPECT_EQ(run_hash(scene), hash);
  scene.tol = 2e-12;
  EXPECT_NE(run_hash(scene), hash);
}

TEST_F(RunFolders, FilesAppearWhole) {
  const auto file = root_ / "a.txt";
  write_whole(file, "one");
  write_whole(file, "two");
  std::string text;
  std::ifstream(file) >> text;
  EXPECT_EQ(text, "two");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(root_), {}), 1);
  EXPECT_THROW(write_whole(root_ / "missing" / "a.txt", "x"), std::runtime_error);
}

TEST_F(RunFolders, WhatTheMethodCountedStandsInTheManifestBesideTheTrace) {
  const RunFolder folder{root_};
  EXPECT_TRUE(stepping_beside(folder.trace()).is_null());
  write_whole(folder.manifest(), R"({"summary": {"stepping": {"step": 0.01}}})");
  EXPECT_EQ(stepping_beside(folder.trace())["step"], 0.01);
  EXPECT_TRUE(stepping_beside(root_ / "another.h5").is_null());
}

TEST_F(RunFolders, ARunCountsAsDoneOnlyWithItsVeryBytes) {
  const RunFolder folder{root_};
  EXPECT_FALSE(finished_manifest(folder, "h"));
  write_whole(folder.trace(), "bytes");
  nlohmann::ordered_json manifest = {{"run_hash", "h"},
                                     {"files", {{"trace.h5", file_hash(folder.trace())}}}};
  write_whole(folder.manifest(), manifest.dump());
  EXPECT_TRUE(finished_manifest(folder, "h"));
  EXPECT_FALSE(finished_manifest(folder, "another"));
  write_whole(folder.trace(), "other bytes");
  EXPECT_FALSE(finished_manifest(folder, "h"));
  write_whole(folder.manifest(), "{ not json");
  EXPECT_FALSE(finished_manifest(folder, "h"));
}

TEST_F(RunFolders, ClearingKeepsWhatIsNotOurs) {
  const RunFolder folder{root_ / "run"};
  clear(folder);
  write_whole(folder.manifest(), "x");
  write_whole(folder.root / "notes.txt", "mine");
  clear(folder);
  EXPECT_FALSE(std::filesystem::exists(folder.manifest()));
  EXPECT_TRUE(std::filesystem::exists(folder.root / "notes.txt"));
}

TEST_F(RunFolders, ClearingRemovesDraftsThatAKilledProcessLeft) {
  const RunFolder folder{root_};
  for (const char* name : {"report.html.123.part", "notes.txt.123.part", "report.html.part",
                           "report.html.x1.part", "trace.part"})
    std::ofstream(root_ / name) << "x";
  clear(folder, Kept::Journal);
  EXPECT_FALSE(std::filesystem::exists(root_ / "report.html.123.part"));
  for (const char* name :
       {"notes.txt.123.part", "report.html.part", "report.html.x1.part", "trace.part"})
    EXPECT_TRUE(std::filesystem::exists(root_ / name)) << name;
}

TEST_F(RunFolders, TheTraceOfAFolderIsFound) {
  const RunFolder folder{root_};
  EXPECT_EQ(find_trace(root_), root_);
  write_whole(folder.journal(), "x");
  EXPECT_EQ(find_trace(root_), folder.journal());
  write_whole(folder.trace(), "x");
  EXPECT_EQ(find_trace(root_), folder.trace());
  EXPECT_EQ(find_trace(folder.journal()), folder.journal());
}

}  // namespace
}  // namespace rigor
