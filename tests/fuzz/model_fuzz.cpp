// SPDX-License-Identifier: Apache-2.0
// Any text as a model file (URDF or SDF): imported, with a scene that reads and builds, or refused.
// MJCF is read by another program and left out.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include <unistd.h>

#include <rigor/importing/import_model.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string kFile = "/tmp/rigor_fuzz_model_" + std::to_string(getpid()) + ".xml";
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (text.find("<mujoco") != std::string::npos) return 0;
  std::ofstream(kFile, std::ios::binary | std::ios::trunc) << text;
  try {
    rigor::importing::import_model(kFile, {.floor = size % 2 == 0, .repair = size % 3 == 0});
  } catch (const rigor::SceneError& error) {
    if (error.problems().empty()) std::abort();
  }
  return 0;
}
