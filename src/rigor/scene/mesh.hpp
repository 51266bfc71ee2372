// SPDX-License-Identifier: Apache-2.0
// Mesh files: their triangles, and whether these bound a convex solid.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <rigor/geometry/polytope.hpp>

namespace rigor {

/// Triangles over distinct points, in the file's own units and axes.
struct MeshSurface {
  std::vector<Vector3> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;

  bool operator==(const MeshSurface&) const = default;
};

/// Why a mesh can not be used.
struct MeshDefect {
  std::string rule;
  std::string remedy;
};

using MeshResult = std::variant<MeshSurface, MeshDefect>;

/// What a mesh file may cost at most.
inline constexpr std::size_t kMostMeshBytes = std::size_t{64} << 20U;
inline constexpr std::size_t kMostTriangles = 200'000;

/// The formats on offer, by the end of the file's name: obj, stl, ply, dae.
bool is_mesh_format(std::string_view format);

/// The mesh in `bytes`, read in this process; several parts are joined, polygons cut into
/// triangles, equal points made one.
MeshResult parse_mesh(std::string_view bytes, const std::string& format);

/// The mesh in a file. The library that reads it runs in a process of its own, with at most 2 GiB
/// and 2 to 34 s, by its size: a hostile file can make that one fail, not this one. The file alone
/// is read, nothing that it refers to.
MeshResult read_mesh(const std::filesystem::path& file);

/// Why the triangles are not the whole surface of `hull`, the convex hull of their points; nothing
/// if they are, up to the rounding of single precision.
std::optional<MeshDefect> convexity_defect(const MeshSurface& mesh, const Polytope& hull);

}  // namespace rigor
