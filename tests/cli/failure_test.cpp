// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/failure.hpp>
#include <rigor/scene/problem.hpp>

namespace rigor {
namespace {

struct Told {
  int code = 0;
  std::string out;
  std::string err;
};

Told told(bool json, const std::function<Exit()>& verb) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Told result;
  result.code = with_failures(json, verb);
  result.out = testing::internal::GetCapturedStdout();
  result.err = testing::internal::GetCapturedStderr();
  return result;
}

TEST(Failure, BadScenesExit3AndRefusals4) {
  const std::vector<Problem> problems{{{0, 3, 4}, "law", "x", "rule", "remedy"}};
  const Told bad = told(false, [&]() -> Exit { throw SceneError("a.yaml", problems); });
  EXPECT_EQ(bad.code, 3);
  EXPECT_EQ(bad.out, "");
  EXPECT_NE(bad.err.find("a.yaml:3:4: law = x"), std::string::npos);
  const Told refused =
      told(true, [&]() -> Exit { throw SceneError("a.yaml", problems, SceneFault::Refusal); });
  EXPECT_EQ(refused.code, 4);
  const auto json = nlohmann::json::parse(refused.out);
  EXPECT_EQ(json["exit_code"], 4);
  EXPECT_EQ(json["problems"][0]["line"], 3);
}

TEST(Failure, OtherErrorsExit3AndSuccessIsLeftAlone) {
  EXPECT_EQ(told(false, []() -> Exit { throw std::runtime_error("disk full"); }).code, 3);
  EXPECT_EQ(told(true, []() -> Exit { throw std::runtime_error("\xff"); }).code, 3);
  EXPECT_EQ(told(false, [] { return Exit::Limit; }).code, 5);
}

}  // namespace
}  // namespace rigor
