// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/document.hpp>
#include <rigor/scene/read_stepping.hpp>

namespace rigor {
namespace {

struct Read {
  Stepping stepping{};
  std::vector<Problem> problems{};
};

Read read(const std::string& text, Method method, double skin = 1e-8) {
  const DocumentNode node = parse_document(text, "t.yaml");
  Scene scene;
  scene.method = method;
  scene.skin = skin;
  Read out;
  out.stepping = read_stepping({node, "stepping", out.problems}, scene);
  return out;
}

TEST(ReadStepping, TakesTheKeysOfTheMethod) {
  const Read paper =
      read("{step: 0.02, bounds: printed, min_step: 1e-7, threshold: 1e-5, dagger_tol: 2e-6}",
           Method::Paper);
  ASSERT_TRUE(paper.problems.empty());
  EXPECT_EQ(paper.stepping.step, 0.02);
  EXPECT_EQ(paper.stepping.bounds, Bounds::Printed);
  EXPECT_EQ(paper.stepping.min_step, 1e-7);
  EXPECT_EQ(paper.stepping.threshold, 1e-5);
  EXPECT_EQ(paper.stepping.dagger_tol, 2e-6);
  const Read everyday = read("{step: 0.005, gap: 1e-4}", Method::FirstOrder);
  ASSERT_TRUE(everyday.problems.empty());
  EXPECT_EQ(everyday.stepping.gap, 1e-4);
}

TEST(ReadStepping, RefusesWhatTheMethodDoesNotHave) {
  const struct {
    const char* text;
    Method method;
    const char* key;
  } kCases[] = {
      {"{gap: 1e-4, bounds: printed}", Method::Paper, "stepping"},
      {"{step: 0.01}", Method::Paper, "stepping"},
      {"{bounds: right}", Method::Paper, "stepping.bounds"},
      {"{bounds: printed, min_step: 0}", Method::Paper, "stepping.min_step"},
      {"{bounds: printed, step: 1e-3, min_step: 1e-2}", Method::Paper, "stepping.min_step"},
      {"{bounds: corrected, threshold: 5e-8}", Method::Paper, "stepping.threshold"},
      {"{threshold: 1e-5}", Method::FirstOrder, "stepping"},
      {"{step: 0}", Method::FirstOrder, "stepping.step"},
      {"{gap: 1e-4}", Method::StewartTrinkle, "stepping"},
      {"{size: 1}", Method::Oracle, "stepping"},
  };
  for (const auto& c : kCases) {
    const Read result = read(c.text, c.method);
    ASSERT_EQ(result.problems.size(), 1U) << c.text;
    EXPECT_EQ(result.problems.front().key, c.key) << c.text;
  }
}

TEST(ReadStepping, IsMandatoryForThePaper) {
  const DocumentNode node = parse_document("{}", "t.yaml");
  for (const Method method : {Method::Paper, Method::FirstOrder, Method::Oracle}) {
    Scene scene;
    scene.method = method;
    std::vector<Problem> problems;
    check_stepping_given({node, "", problems}, scene);
    EXPECT_EQ(problems.size(), method == Method::Paper ? 1U : 0U) << name(method);
  }
}

}  // namespace
}  // namespace rigor
