// SPDX-License-Identifier: Apache-2.0
// Collision shapes of a model file as convex pieces of a scene.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include <rigor/importing/convex_parts.hpp>
#include <rigor/importing/rigid_tree.hpp>
#include <rigor/scene/mesh.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor::importing {

struct ShapeOptions {
  int vertices = 32;                   ///< of a round solid or a hull, at most
  std::vector<std::string> folders{};  ///< where meshes are looked for too
  bool skip_meshes = false;            ///< leave out those that can not be found or read
  int pieces = 1;  ///< of a mesh that is not convex, at most; 1: its hull, without CoACD
};

/// A piece of the scene, and a comment that says what it was.
struct ConvertedPiece {
  ShapeSpec shape{};
  std::string comment{};
};

/// What shapes are made with: mesh files are read once.
struct ShapeContext {
  std::string file{};  ///< the model's
  ShapeOptions options{};
  std::map<std::string, MeshResult> meshes{};
  std::map<std::string, std::variant<ConvexParts, NoParts>> parts{};
  std::vector<Problem> problems{};
  std::vector<Note> notes{};
};

/// The pieces of a shape: one, or several of a mesh in convex parts; none after a problem, or a
/// note if it is left out. Planes, which are no piece of a body, are not asked for here. Throws a
/// SceneError of SceneFault::Refusal if convex parts are asked for and CoACD is not there.
std::vector<ConvertedPiece> convert_shape(const TreePiece& piece, ShapeContext& context);

}  // namespace rigor::importing
