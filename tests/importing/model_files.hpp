// SPDX-License-Identifier: Apache-2.0
// Model files of the tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <rigor/scene/problem.hpp>

namespace rigor::importing {

/// What the SceneError that `act` throws says; empty if it throws none.
template <class Act>
std::string refusal_of(const Act& act) {
  try {
    act();
  } catch (const SceneError& error) {
    return error.what();
  }
  return {};
}

inline std::string model_file(const std::string& name) {
  return std::string(RIGOR_IMPORT_MODELS) + "/" + name;
}

inline void write_file(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

/// A robot of two boxes and one joint; `joint` is what stands inside <joint>.
inline std::string two_links(const std::string& joint, const std::string& attributes = "") {
  const std::string inertial =
      "<inertial><mass value='2'/><inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/>"
      "</inertial><collision><geometry><box size='0.2 0.2 0.2'/></geometry></collision>";
  return "<robot name='two'>\n<link name='a'>" + inertial + "</link>\n<link name='b'>" + inertial +
         "</link>\n<joint name='j' " + attributes +
         "><parent link='a'/><child link='b'/><origin xyz='0 0 1'/>" + joint + "</joint>\n</robot>";
}

}  // namespace rigor::importing
