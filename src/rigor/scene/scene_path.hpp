// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <rigor/scene/problem.hpp>

namespace rigor {

/// The file that `name`, written in the text `from`, stands for: relative to the folder of that
/// text. Nothing if the name is absolute or leads out of the folder of the scene file (sources[0]),
/// be it by "..", be it through a symbolic link: a scene that somebody sends reads nothing else.
std::optional<std::filesystem::path> scene_path(const Sources& sources, const Place& from,
                                                const std::string& name);

}  // namespace rigor
