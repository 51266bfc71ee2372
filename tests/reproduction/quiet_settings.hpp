// SPDX-License-Identifier: Apache-2.0
// Settings of experiments for tests: scenes from the folder, nothing written.
#pragma once

#include <fstream>
#include <sstream>

#include <rigor/reproduction/settings.hpp>

namespace rigor::testing {

inline std::string file_text(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline ReproductionSettings quiet_settings() {
  ReproductionSettings settings;
  settings.scene_text = [](const std::string& name) {
    return file_text(std::string(RIGOR_SCENES) + "/" + name);
  };
  return settings;
}

}  // namespace rigor::testing
