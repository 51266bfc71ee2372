// SPDX-License-Identifier: Apache-2.0
// Meshes that are not convex, in convex parts: CoACD, a package of Python, finds them.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <rigor/scene/mesh.hpp>

namespace rigor::importing {

/// The points of each part; their hulls stand for the mesh.
using ConvexParts = std::vector<std::vector<Vector3>>;

/// Why there are none.
struct NoParts {
  bool is_missing = false;  ///< CoACD or Python is not there
  std::string reason{};
};

/// How far a part may be from convex before it is cut, as a fraction of the mesh: CoACD's measure.
inline constexpr double kConcavity = 0.05;

/// At most `most` parts of the mesh. The same mesh gives the same parts.
std::variant<ConvexParts, NoParts> convex_parts(const MeshSurface& mesh, int most);

/// What the program printed; see coacd_parts().
std::variant<ConvexParts, NoParts> from_coacd_answer(const std::string& answer);

/// The program that asks CoACD: python3 -c PROGRAM MESH CONCAVITY MOST.
std::string_view coacd_parts();

/// The version of CoACD that Python finds; empty if there is none.
std::string coacd_version();

}  // namespace rigor::importing
