// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <csignal>
#include <stdexcept>

#include <gtest/gtest.h>

#include <rigor/scene/separate_process.hpp>

#include "mesh_files.hpp"

namespace rigor {
namespace {

TEST(SeparateProcess, AnswersComeBackWhole) {
  const MeshSurface cube = cube_mesh();
  EXPECT_EQ(std::get<MeshSurface>(in_separate_process([&] { return cube; }, 20)), cube);
  const MeshResult defect = in_separate_process(
      [] {
        return MeshDefect{"a rule", "a remedy"};
      },
      20);
  EXPECT_EQ(std::get<MeshDefect>(defect).rule, "a rule");
  EXPECT_EQ(std::get<MeshDefect>(defect).remedy, "a remedy");
}

TEST(SeparateProcess, CrashesAndExceptionsAreDefectsHere) {
  const auto crashed = in_separate_process(
      []() -> MeshResult {
        std::raise(SIGKILL);
        return MeshSurface{};
      },
      20);
  EXPECT_EQ(std::get<MeshDefect>(crashed).rule,
            "a mesh that can be read within 2 GiB of memory and 20 s");
  const auto thrown =
      in_separate_process([]() -> MeshResult { throw std::runtime_error("no such luck"); }, 20);
  EXPECT_NE(std::get<MeshDefect>(thrown).rule.find("no such luck"), std::string::npos);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(SeparateProcess, MemoryIsBounded) {
  const auto hungry = in_separate_process(
      []() -> MeshResult {
        const std::vector<double> much(std::size_t{1} << 29U, 1.0);
        return MeshSurface{{Vector3(much[7], 0, 0)}, {}};
      },
      20);
  EXPECT_TRUE(std::holds_alternative<MeshDefect>(hungry));
}
#endif

TEST(SeparateProcess, TimeIsBounded) {
  const auto began = std::chrono::steady_clock::now();
  const auto endless = in_separate_process(
      []() -> MeshResult {
        volatile bool go_on = true;
        while (go_on) {
        }
        return MeshSurface{};
      },
      1);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  EXPECT_EQ(std::get<MeshDefect>(endless).rule,
            "a mesh that can be read within 2 GiB of memory and 1 s");
  EXPECT_GT(took.count(), 0.9);
  EXPECT_LT(took.count(), 4.0);
}

}  // namespace
}  // namespace rigor
