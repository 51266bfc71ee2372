// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <rigor/scene/fields.hpp>
#include <rigor/scene/mesh.hpp>

namespace rigor {

/// A scene has at most this many bodies, half-spaces, forces, and vertices of all shapes together:
/// enough for thousands of bodies, and little enough to be built in seconds.
inline constexpr std::size_t kMostBodies = 10'000;
inline constexpr std::size_t kMostHalfSpaces = 1'000;
inline constexpr std::size_t kMostForces = 10'000;
inline constexpr std::size_t kMostSceneVertices = 1'000'000;

/// What reading one scene knows and collects besides the document.
struct ReadContext {
  Sources sources{};
  std::optional<std::uint64_t> seed{};         ///< of the random states
  bool drew = false;                           ///< some body has a random state
  std::size_t vertices = 0;                    ///< of all shapes so far
  std::map<std::string, MeshResult> meshes{};  ///< files read so far, each once
  std::vector<Problem> refusals{};             ///< what Rigor does not do yet
};

/// Notes that something is known but not simulated yet.
void refuse(const Cursor& at, ReadContext& context, std::string rule, std::string remedy);

}  // namespace rigor
