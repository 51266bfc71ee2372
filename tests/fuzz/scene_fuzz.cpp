// SPDX-License-Identifier: Apache-2.0
// Any text as a scene: it is refused or read; what is read is written, read again and the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/scene/write_scene.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const rigor::Scene scene = rigor::read_scene(text, "/nowhere/fuzz.yaml");
    const std::string resolved = rigor::resolved_text(scene);
    const rigor::Scene again = rigor::read_scene(resolved, "/nowhere/again.yaml");
    if (rigor::resolved_text(again) != resolved) std::abort();
    // Shapes of thousands of vertices are sound but slow, and geometry has tests of its own.
    constexpr std::size_t kSmall = 4000;
    if (resolved.size() < kSmall && resolved.find("sides") == std::string::npos &&
        resolved.find("spherical") == std::string::npos) {
      rigor::build(scene);
    }
  } catch (const rigor::SceneError& error) {
    if (error.problems().empty()) std::abort();
  }
  return 0;
}
