// SPDX-License-Identifier: Apache-2.0
// Any bytes as a mesh file, through the separate process that runs use: an answer, never an end.
// The first byte chooses the format. FUZZ_IN_PROCESS=1 leaves the separate process out and so tests
// assimp itself.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <rigor/scene/separate_process.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool kInProcess = std::getenv("FUZZ_IN_PROCESS") != nullptr;
  if (size == 0) return 0;
  constexpr const char* kFormats[] = {"obj", "stl", "ply", "dae"};
  const std::string format = kFormats[data[0] % 4];
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto read = [&] { return rigor::parse_mesh(bytes, format); };
  const rigor::MeshResult result = kInProcess ? read() : rigor::in_separate_process(read, 2);
  const auto* mesh = std::get_if<rigor::MeshSurface>(&result);
  if (mesh == nullptr)
    return std::get<rigor::MeshDefect>(result).rule.empty() ? (std::abort(), 0) : 0;
  for (const auto& triangle : mesh->triangles) {
    for (const std::uint32_t corner : triangle) {
      if (corner >= mesh->points.size()) std::abort();
    }
  }
  const rigor::PolytopeResult hull = rigor::make_polytope(mesh->points);
  if (const auto* made = std::get_if<rigor::Polytope>(&hull)) rigor::convexity_defect(*mesh, *made);
  return 0;
}
