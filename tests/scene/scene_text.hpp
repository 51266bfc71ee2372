// SPDX-License-Identifier: Apache-2.0
// Scene texts for tests: a small sound scene, and ways to break it.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <rigor/scene/read_scene.hpp>

namespace rigor {

/// A unit cube above the ground; `body` are further lines of the body, `top` of the scene.
inline std::string scene_text(const std::string& body = "    mass: 1\n",
                              const std::string& top = "",
                              const std::string& shape = "{box: [1, 1, 1]}") {
  return "rigor_scene: 1\nname: test\ngravity: [0, 0, -9.81]\nlaw: no_slip\nstop: {time: 1}\n" +
         top + "half_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\nbodies:\n" +
         "  - name: cube\n    shape: " + shape + "\n" + body;
}

/// `text` with its first `from` replaced by `to`.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The problems with which `act` refuses a scene.
template <class Act>
std::vector<Problem> problems_of(const Act& act) {
  try {
    act();
  } catch (const SceneError& error) {
    return error.problems();
  }
  ADD_FAILURE() << "the scene was accepted";
  return {Problem{}};
}

inline std::vector<Problem> reading_problems(const std::string& text) {
  return problems_of([&] { read_scene(text, "test.yaml"); });
}

/// The rule that the scene breaks first, and what would help.
inline std::string rule_of(const std::string& text) { return reading_problems(text).at(0).rule; }
inline std::string remedy_of(const std::string& text) {
  return reading_problems(text).at(0).remedy;
}

}  // namespace rigor
