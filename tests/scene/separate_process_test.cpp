// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <stdexcept>

#include <gtest/gtest.h>

#include <rigor/scene/separate_process.hpp>

#include "mesh_files.hpp"

namespace rigor {
namespace {

TEST(SeparateProcess, AnswersComeBackWhole) {
  const MeshSurface cube = cube_mesh();
  EXPECT_EQ(std::get<MeshSurface>(in_separate_process([&] { return cube; })), cube);
  const MeshResult defect = in_separate_process([] { return MeshDefect{"a rule", "a remedy"}; });
  EXPECT_EQ(std::get<MeshDefect>(defect).rule, "a rule");
  EXPECT_EQ(std::get<MeshDefect>(defect).remedy, "a remedy");
}

TEST(SeparateProcess, CrashesAndExceptionsAreDefectsHere) {
  const auto crashed = in_separate_process([]() -> MeshResult {
    std::raise(SIGKILL);
    return MeshSurface{};
  });
  EXPECT_EQ(std::get<MeshDefect>(crashed).rule,
            "a mesh that the reader of mesh files gets through with 2 GiB and 20 s");
  const auto thrown =
      in_separate_process([]() -> MeshResult { throw std::runtime_error("no such luck"); });
  EXPECT_NE(std::get<MeshDefect>(thrown).rule.find("no such luck"), std::string::npos);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(SeparateProcess, MemoryIsBounded) {
  const auto hungry = in_separate_process([]() -> MeshResult {
    const std::vector<double> much(std::size_t{1} << 29U, 1.0);
    return MeshSurface{{Vector3(much[7], 0, 0)}, {}};
  });
  EXPECT_TRUE(std::holds_alternative<MeshDefect>(hungry));
}
#endif

}  // namespace
}  // namespace rigor
