// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include <rigor/run/run_scene.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/trace/trace_file.hpp>

namespace rigor {
namespace {

/// Runs of the flat drop B04 in a folder of its own, removed at the end.
class RunScene : public testing::Test {
 protected:
  RunScene()
      : root_(std::filesystem::temp_directory_path() /
              ("rigor_run_scene_test_" + std::to_string(getpid()))),
        scene_(load_scene(std::string(RIGOR_SCENES) + "/benchmarks/b04.yaml")) {}
  ~RunScene() override { std::filesystem::remove_all(root_); }

  RunResult run(const std::string& folder, bool force = false) {
    return run_scene(scene_, settings(folder, force));
  }
  RunSettings settings(const std::string& folder, bool force = false) const {
    RunSettings all;
    all.folder = {root_ / folder};
    all.force = force;
    return all;
  }
  static std::string bytes(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::filesystem::path root_;
  Scene scene_;
};

TEST_F(RunScene, LeavesAWholeVerifiedFolder) {
  const RunResult result = run("a");
  EXPECT_EQ(result.exit, Exit::Done) << result.reason;
  EXPECT_EQ(result.summary["verified"], true);
  const RunFolder folder{root_ / "a"};
  for (const auto& file : {folder.resolved_scene(), folder.manifest(), folder.trace(),
                           folder.events(), folder.log(), folder.report()}) {
    EXPECT_TRUE(std::filesystem::exists(file)) << file;
  }
  EXPECT_FALSE(std::filesystem::exists(folder.journal()));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.root), {}), 6);
  // The flat drop from 1.25 m: one impact at √(2 · 1.25 / g), then rest.
  const trace::Trace trace = trace::read_trace(folder.trace());
  EXPECT_TRUE(trace.complete);
  ASSERT_GE(trace.events.size(), 1U);
  EXPECT_NEAR(trace::seconds(trace.events[0].lo), 0.504818777346, 1e-8);
}

TEST_F(RunScene, TheLimitOnComputingTimeEndsTheCheckToo) {
  constexpr double kLimit = 1.0;  // s
  scene_.stop.wall_time = kLimit;
  RunSettings slow = settings("slow");
  slow.show = [](const RunProgress& progress) {
    if (progress.phase == RunPhase::Verifying)
      std::this_thread::sleep_for(std::chrono::duration<double>(1.1 * kLimit));
  };
  const RunResult late = run_scene(scene_, slow);
  EXPECT_EQ(late.exit, Exit::Limit);
  ASSERT_TRUE(late.verdict);
  EXPECT_EQ(late.verdict->status, verification::Status::Unfinished);
  EXPECT_EQ(late.summary["verified"], false);
  EXPECT_TRUE(std::filesystem::exists(slow.folder.report()));
  EXPECT_FALSE(std::filesystem::exists(slow.folder.manifest()));
  // The check is made up for, without simulating again.
  slow.show = {};
  slow.resume = true;
  const RunResult done = run_scene(scene_, slow);
  EXPECT_EQ(done.exit, Exit::Done);
  EXPECT_EQ(done.summary["verified"], true);
}

TEST_F(RunScene, TheSameSceneGivesTheSameBytes) {
  run("a");
  run("b");
  for (const char* name : {"trace.h5", "events.jsonl", "scene.resolved.yaml", "report.html"}) {
    const std::string first = bytes(root_ / "a" / name);
    EXPECT_FALSE(first.empty()) << name;
    EXPECT_EQ(first, bytes(root_ / "b" / name)) << name;
  }
}

TEST_F(RunScene, ASecondRunIsAlreadyDoneUnlessForcedOrDamaged) {
  EXPECT_FALSE(run("a").already_done);
  const RunResult second = run("a");
  EXPECT_TRUE(second.already_done);
  EXPECT_EQ(second.exit, Exit::Done);
  EXPECT_EQ(second.summary["verified"], true);
  EXPECT_FALSE(run("a", true).already_done);
  std::ofstream(root_ / "a" / "trace.h5", std::ios::app) << "x";
  EXPECT_FALSE(run("a").already_done);
  scene_.stop.time = 1.5;
  EXPECT_FALSE(run("a").already_done);
}

TEST_F(RunScene, UncheckedRunsAreNeverCalledVerified) {
  RunSettings unchecked = settings("a");
  unchecked.verify = false;
  const RunResult result = run_scene(scene_, unchecked);
  EXPECT_EQ(result.summary["verified"], false);
  EXPECT_TRUE(result.summary["min_gap"].is_null());
  EXPECT_FALSE(run("a").already_done);  // a check is now asked for
}

TEST_F(RunScene, AnInterruptedRunLeavesAReadableJournalAndNothingThatLooksDone) {
  RunSettings impatient = settings("a");
  impatient.interrupted = [] { return true; };
  const RunResult result = run_scene(scene_, impatient);
  EXPECT_EQ(result.exit, Exit::Interrupted);
  const RunFolder folder{root_ / "a"};
  EXPECT_FALSE(std::filesystem::exists(folder.manifest()));
  EXPECT_FALSE(std::filesystem::exists(folder.trace()));
}

TEST_F(RunScene, LimitsEndWithTheirExitCodeAndAProvedTrace) {
  scene_.stop.segments = 1;
  const RunResult result = run("a");
  EXPECT_EQ(result.exit, Exit::Limit);
  EXPECT_EQ(result.summary["stopped"], "segments");
  EXPECT_EQ(result.summary["verified"], true);
}

TEST_F(RunScene, ABadSceneTouchesNoOldResult) {
  run("a");
  scene_.bodies[0].X_WB.translation.z() = 0.0;
  EXPECT_THROW(run("a"), SceneError);
  EXPECT_TRUE(std::filesystem::exists(root_ / "a" / "manifest.json"));
}

}  // namespace
}  // namespace rigor
