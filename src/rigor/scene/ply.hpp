// SPDX-License-Identifier: Apache-2.0
// PLY files (Turk 1994), text and binary, read without a library: assimp's reader does not end for
// some malformed ones.
#pragma once

#include <string_view>

#include <rigor/scene/mesh.hpp>

namespace rigor {

/// The points and polygons of a PLY file; polygons are cut into fans of triangles, points are left
/// as they are (equal ones are not made one). Takes time proportional to the bytes.
MeshResult parse_ply(std::string_view bytes);

}  // namespace rigor
