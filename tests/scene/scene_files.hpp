// SPDX-License-Identifier: Apache-2.0
// Scenes in folders, for tests of what reads other files.
#pragma once

#include <fstream>

#include "scene_text.hpp"
#include "temporary_folder.hpp"

namespace rigor {

/// A folder with a scene.yaml and what else the test puts there.
struct SceneFolder {
  TemporaryFolder root{};

  std::string put(const char* name, const std::string& text) const {
    const std::filesystem::path file = root / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  Scene read(const std::string& text, const ReadOptions& options = {}) const {
    return load_scene(put("scene.yaml", text), options);
  }
  /// "file:line: rule" of the first problem, file names without folders.
  std::string refusal(const std::string& text, const ReadOptions& options = {}) const {
    try {
      read(text, options);
    } catch (const SceneError& error) {
      const Problem& first = error.problems().at(0);
      const std::string source = source_of(error.sources(), first.place);
      return std::filesystem::path(source).filename().string() + ":" +
             std::to_string(first.place.line) + ": " + first.rule;
    }
    return "accepted";
  }
};

}  // namespace rigor
