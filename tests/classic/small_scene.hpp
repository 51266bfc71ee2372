// SPDX-License-Identifier: Apache-2.0
// A scene written in the test, its world and its bodies.
#pragma once

#include <memory>
#include <string>

#include <rigor/classic/stepped_bodies.hpp>

#include "classic_scene.hpp"

namespace rigor::testing {

/// Keeps together what refers to each other.
struct SmallScene {
  Scene scene;
  BuiltScene built;
  SimulationOptions options;
  World world;
  std::unique_ptr<SteppedBodies> bodies;
};

/// `more`: bodies, half_spaces, mechanisms.
inline std::unique_ptr<SmallScene> small_scene(const std::string& more,
                                               const std::string& law = "no_slip") {
  const std::string text = "rigor_scene: 1\nname: small\ngravity: [0, 0, -10]\nlaw: " + law +
                           "\nstop: {time: 1}\n" + more;
  auto out = std::make_unique<SmallScene>();
  out->scene = read_scene(text, "small.yaml");
  out->built = build(out->scene);
  out->options = options_of(out->scene);
  out->world = make_world(out->built.model, out->built.initial, out->options);
  out->bodies = std::make_unique<SteppedBodies>(out->world, out->built.initial);
  return out;
}

inline const char* kGroundText = "half_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\n";

/// A unit cube of 1 kg.
inline std::string cube_text(const std::string& name, const std::string& pose,
                             const std::string& velocity) {
  return "  - {name: " + name + ", shape: {box: [1, 1, 1]}, mass: 1, pose: {" + pose +
         "}, velocity: {" + velocity + "}}\n";
}

}  // namespace rigor::testing
