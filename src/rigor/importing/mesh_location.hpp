// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace rigor::importing {

/// Where a mesh was looked for and is not.
struct NotFound {
  std::vector<std::filesystem::path> looked{};
};

/// The file that a model means by `uri`: package://NAME/REST and model://NAME/REST (REST in a
/// folder NAME, which is looked for above the model's file, in `folders`, and in those that the
/// environment lists in ROS_PACKAGE_PATH, GAZEBO_MODEL_PATH, GZ_SIM_RESOURCE_PATH and SDF_PATH),
/// file://, absolute paths, and paths relative to the model's file or to `folders`.
std::variant<std::filesystem::path, NotFound> mesh_location(
    const std::string& uri, const std::filesystem::path& model_file,
    const std::vector<std::string>& folders);

}  // namespace rigor::importing
