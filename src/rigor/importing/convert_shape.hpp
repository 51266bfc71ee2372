// SPDX-License-Identifier: Apache-2.0
// Collision shapes of a model file as convex pieces of a scene.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <rigor/importing/rigid_tree.hpp>
#include <rigor/scene/mesh.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor::importing {

struct ShapeOptions {
  int vertices = 32;                   ///< of a round solid or a mesh's hull, at most
  std::vector<std::string> folders{};  ///< where meshes are looked for too
  bool skip_meshes = false;            ///< leave out those that can not be found or read
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
  std::vector<Problem> problems{};
  std::vector<Note> notes{};
};

/// The shape of a piece; nothing after a problem, or a note if it is left out. Planes, which are no
/// piece of a body, are not asked for here.
std::optional<ConvertedPiece> convert_shape(const TreePiece& piece, ShapeContext& context);

}  // namespace rigor::importing
