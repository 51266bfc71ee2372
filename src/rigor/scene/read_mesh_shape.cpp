// SPDX-License-Identifier: Apache-2.0
#include <rigor/scene/read_mesh_shape.hpp>
#include <rigor/scene/scene_path.hpp>

namespace rigor {
namespace {

/// Scales from nanometres to kilometres.
constexpr NumberRule kScale{1e-9, 1e3, false, "a scale from 1e-9 to 1e3, in metres per unit"};

/// The mesh of the file, read at its first use.
const MeshResult& mesh_of(const std::filesystem::path& file, ReadContext& context) {
  const auto known = context.meshes.find(file.string());
  if (known != context.meshes.end()) return known->second;
  return context.meshes.emplace(file.string(), read_mesh(file)).first->second;
}

}  // namespace

HullSpec read_mesh_shape(const Cursor& at, ReadContext& context) {
  if (!check_keys(at, {"file", "scale", "hull"}, {"file"})) return {};
  const auto name = entry(at, "file");
  if (!name) return {};
  const auto scale_entry = entry(at, "scale");
  const double scale = scale_entry ? number(*scale_entry, kScale) : 1.0;
  const auto hull_entry = entry(at, "hull");
  const bool hull_wanted = hull_entry && flag(*hull_entry);
  constexpr std::size_t kLongestName = 1000;
  const auto file = scene_path(context.sources, name->node.place, words(*name, kLongestName));
  if (!file) {
    note(*name, "a mesh file lies in the scene's folder or below it",
         "write a relative path without leading ..");
    return {};
  }
  const MeshResult& read = mesh_of(*file, context);
  if (const auto* defect = std::get_if<MeshDefect>(&read)) {
    note(*name, defect->rule, defect->remedy);
    return {};
  }
  MeshSurface mesh = std::get<MeshSurface>(read);
  for (Vector3& point : mesh.points) point *= scale;
  const PolytopeResult made = make_polytope(mesh.points);
  if (const auto* error = std::get_if<PolytopeError>(&made)) {
    note(*name, error->message, "simplify or repair the mesh; check scale");
    return {};
  }
  const auto& hull = std::get<Polytope>(made);
  if (!hull_wanted) {
    if (const auto defect = convexity_defect(mesh, hull)) {
      note(*name, defect->rule, defect->remedy);
      return {};
    }
  }
  return {hull.vertices()};
}

}  // namespace rigor
