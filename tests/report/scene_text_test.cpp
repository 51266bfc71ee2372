// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/report/scene_text.hpp>

namespace rigor {
namespace {

constexpr const char* kFewLines =
    "rigor_scene: 1\nname: x\nlaw: coulomb\nsurfaces:\n  default: {restitution: 0, mu: 0, "
    "viscosity: 0}\n"
    "stop:\n  time: 10\n  at_rest: true\n";

TEST(SceneText, TellsWhatWasAskedFor) {
  EXPECT_EQ(asked_time(kFewLines), 10.0);
  EXPECT_EQ(asked_time("name: x\nbodies:\n  - time: 3\n"), std::nullopt);
  EXPECT_EQ(asked_time(""), std::nullopt);
}

TEST(SceneText, TellsWhereFrictionIsAbsent) {
  const std::string text = kFewLines;
  EXPECT_TRUE(lacks_friction(text));
  std::string rough = text;
  rough.replace(rough.find("mu: 0"), 5, "mu: 0.5");
  EXPECT_FALSE(lacks_friction(rough));
  std::string other = text;
  other.replace(other.find("coulomb"), 7, "no_slip");
  EXPECT_FALSE(lacks_friction(other));
}

TEST(SceneText, TellsTheSurfacesOfBodiesAndLinks) {
  const auto surfaces = surfaces_of_bodies(
      "name: x\nbodies:\n  - name: crate\n    fixed: false\n    pieces:\n"
      "      - name: lid\n        shape: {box: [1, 1, 1]}\n        surface: wood\n"
      "      - name: foot\n        shape: {box: [1, 1, 1]}\n        surface: rubber\n"
      "      - name: foot2\n        shape: {box: [1, 1, 1]}\n        surface: rubber\n"
      "mechanisms:\n  - name: arm\n    links:\n"
      "      - name: bare\n        joint: {fixed: {}}\n"
      "      - name: hand\n        joint: {fixed: {}}\n        pieces:\n"
      "          - name: hand\n            shape: {box: [1, 1, 1]}\n            surface: felt\n"
      "half_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0, surface: ice}\n");
  const std::map<std::string, std::string> truth{{"crate", "wood, rubber"}, {"hand", "felt"}};
  EXPECT_EQ(surfaces, truth);
}

TEST(SceneText, TheStepIsThatOfTheScene) {
  EXPECT_EQ(asked_step("law: coulomb\nstepping: {step: 0.01}\nstop:\n  time: 3\n"), 0.01);
  EXPECT_EQ(asked_step("law: coulomb\nstop:\n  time: 3\n"), std::nullopt);
}

}  // namespace
}  // namespace rigor
