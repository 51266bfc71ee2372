// SPDX-License-Identifier: Apache-2.0
// CoACD itself is asked by scripts/import-full.
#include <gtest/gtest.h>

#include <rigor/importing/convex_parts.hpp>

#include "fake_python.hpp"

namespace rigor::importing {
namespace {

MeshSurface tetrahedron() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
          {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

TEST(ConvexParts, AreThePointsThatAreAnswered) {
  const TemporaryFolder folder;
  const FakePython python(
      folder, coacd_answer({box_points({0, 0, 0}, {1, 1, 1}), box_points({1, 0, 0}, {2, 0.5, 1})}));
  const auto made = convex_parts(tetrahedron(), 4);
  const auto& parts = std::get<ConvexParts>(made);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[1].size(), 8U);
  EXPECT_EQ(parts[1].back(), Vector3(2, 0.5, 1));
}

TEST(ConvexParts, WhatGoesWrongIsTold) {
  const auto none = [](const std::string& answer) {
    return std::get<NoParts>(from_coacd_answer(answer));
  };
  EXPECT_TRUE(none(R"({"missing": "No module named 'coacd'"})").is_missing);
  EXPECT_EQ(none(R"({"error": "RuntimeError: open mesh"})").reason, "RuntimeError: open mesh");
  EXPECT_FALSE(none(R"({"parts": []})").is_missing);
  EXPECT_FALSE(none("").reason.empty());
  EXPECT_FALSE(none(R"({"parts": [[[1, 2]]]})").reason.empty());
}

TEST(ConvexParts, WithoutPythonThereAreNone) {
  setenv("RIGOR_PYTHON", "/nonexistent/python", 1);
  const auto made = convex_parts(tetrahedron(), 4);
  EXPECT_TRUE(std::get<NoParts>(made).is_missing);
  EXPECT_EQ(coacd_version(), "");
  unsetenv("RIGOR_PYTHON");
}

TEST(ConvexParts, TheProgramIsPartOfTheLibrary) {
  EXPECT_NE(coacd_parts().find("import coacd"), std::string_view::npos);
}

}  // namespace
}  // namespace rigor::importing
