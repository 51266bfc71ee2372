// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/geometry/mass_properties.hpp>
#include <rigor/importing/convert_shape.hpp>
#include <rigor/importing/mesh_location.hpp>
#include <rigor/importing/reduced_hull.hpp>
#include <rigor/importing/round_solid.hpp>

namespace rigor::importing {
namespace {

using Converted = std::vector<ConvertedPiece>;

/// Meshes that fill this much of their hull count as convex.
constexpr double kConvex = 0.99;

/// The volume that a closed surface bounds, m³; nothing if an edge is not used once each way.
std::optional<double> enclosed_volume(const MeshSurface& mesh) {
  std::map<std::array<std::uint32_t, 2>, int> uses;
  double six_volumes = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    six_volumes += mesh.points[a].dot(mesh.points[b].cross(mesh.points[c]));
    for (const auto& [u, v] : {std::array{a, b}, std::array{b, c}, std::array{c, a}})
      uses[{std::min(u, v), std::max(u, v)}] += u < v ? 1 : -1;
  }
  const bool closed =
      std::all_of(uses.begin(), uses.end(), [](const auto& entry) { return entry.second == 0; });
  if (!closed) return {};
  return std::abs(six_volumes) / 6.0;
}

std::string percent(double part, double whole) {
  return fmt::format("{:.3g} %", 100.0 * part / whole);
}

std::string told(const ReducedHull& hull, const std::optional<double>& enclosed) {
  std::string text = fmt::format("convex hull, {} corners", hull.vertices.size());
  if (hull.vertices.size() < hull.all_vertices)
    text += fmt::format(" of {}, up to {:.3g} m inside it, {} less volume", hull.all_vertices,
                        hull.error, percent(hull.whole_volume - hull.volume, hull.whole_volume));
  if (!enclosed) return text + "; the mesh is not closed, so its own volume is not known";
  return text +
         fmt::format("; the mesh itself fills {} of what is kept", percent(*enclosed, hull.volume));
}

std::string told(std::size_t parts, double volume, const std::optional<double>& enclosed) {
  const std::string text = fmt::format("{} convex parts by CoACD", parts);
  if (!enclosed) return text + "; the mesh is not closed, so its own volume is not known";
  const double more = volume - *enclosed;
  return text + fmt::format(", together {} {} volume than the mesh",
                            percent(std::abs(more), *enclosed), more < 0.0 ? "less" : "more");
}

/// What is made into pieces, and what that needs and tells.
struct Subject {
  const TreePiece& piece;
  ShapeContext& context;
};

int vertices(const Subject& of) { return of.context.options.vertices; }

std::size_t most_corners(const Subject& of) { return std::max(vertices(of), 4); }

std::string whose(const Subject& of) { return " of " + shortened(of.piece.from); }

void approximated(const Subject& of, std::string what, std::string why) {
  of.context.notes.push_back(
      {NoteKind::Approximated, std::move(what), std::move(why), of.piece.collision->place});
}

/// A problem, or a note if such shapes may be left out.
Converted unusable(const Subject& of, std::string what, std::string rule, std::string remedy) {
  if (of.context.options.skip_meshes)
    of.context.notes.push_back(
        {NoteKind::LeftOut, what + whose(of), "needed: " + rule, of.piece.collision->place});
  else
    of.context.problems.push_back(
        {of.piece.collision->place, what + whose(of), "", std::move(rule), std::move(remedy)});
  return {};
}

Converted rounded(const Subject& of, const std::string& kind, const std::string& size,
                  RoundedShape made) {
  const std::string how = fmt::format("a polytope of {} corners, within {:.3g} m of the surface",
                                      made.vertices, made.error);
  approximated(of, fmt::format("{}, {},{}", kind, size, whose(of)), how);
  return {{std::move(made.shape), fmt::format("{}, {}: {}", kind, size, how)}};
}

Converted hull(const Subject& of, const std::string& what, const std::vector<Vector3>& points,
               const std::optional<double>& enclosed) {
  const auto made = reduced_hull(points, most_corners(of));
  if (const auto* error = std::get_if<PolytopeError>(&made))
    return unusable(of, what, error->message, "check the mesh and its scale");
  const auto& found = std::get<ReducedHull>(made);
  const std::string how = told(found, enclosed);
  approximated(of, what + whose(of), how);
  return {{HullSpec{found.vertices}, what + ": " + how}};
}

std::string key_of(const std::filesystem::path& file, const SourceMesh& mesh) {
  return fmt::format("{} {} {} {}", file.string(), mesh.scale.x(), mesh.scale.y(), mesh.scale.z());
}

/// Whether the hull of the mesh is nearly filled by it; false if its volume is not known.
bool is_convex(const Subject& of, const MeshSurface& mesh, const std::optional<double>& enclosed) {
  const auto made = reduced_hull(mesh.points, most_corners(of));
  const auto* hull = std::get_if<ReducedHull>(&made);
  return hull == nullptr || (enclosed && *enclosed >= kConvex * hull->whole_volume);
}

[[noreturn]] void refuse_without_coacd(const Subject& of, const std::string& what,
                                       const NoParts& none) {
  throw SceneError(of.context.file,
                   {{of.piece.collision->place, what + whose(of), "",
                     "CoACD, which finds convex parts: " + none.reason,
                     "pip install coacd; RIGOR_PYTHON names the interpreter that has it; without "
                     "--pieces meshes become their hulls"}},
                   SceneFault::Refusal);
}

/// The mesh in convex parts, each as the hull of its points.
Converted parts(const Subject& of, const std::string& what, const MeshSurface& mesh,
                const std::optional<double>& enclosed, const std::string& key) {
  auto known = of.context.parts.find(key);
  if (known == of.context.parts.end())
    known = of.context.parts.emplace(key, convex_parts(mesh, of.context.options.pieces)).first;
  if (const auto* none = std::get_if<NoParts>(&known->second)) {
    if (none->is_missing) refuse_without_coacd(of, what, *none);
    return unusable(of, what, "convex parts by CoACD: " + none->reason,
                    "without --pieces it becomes its hull");
  }
  Converted made;
  double volume = 0.0;
  for (const std::vector<Vector3>& points : std::get<ConvexParts>(known->second)) {
    const auto hull = reduced_hull(points, most_corners(of));
    const auto* found = std::get_if<ReducedHull>(&hull);
    if (found == nullptr) continue;  // a sliver without volume
    volume += found->volume;
    made.push_back({HullSpec{found->vertices}, ""});
  }
  if (made.empty())
    return unusable(of, what, "convex parts with volume", "check the mesh and its scale");
  const std::string how = told(made.size(), volume, enclosed);
  approximated(of, what + whose(of), how);
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i].comment = i == 0 ? what + ": " + how : fmt::format("part {} of it", i + 1);
  return made;
}

const MeshResult& surface(const Subject& of, const std::filesystem::path& file) {
  const auto known = of.context.meshes.find(file.string());
  if (known != of.context.meshes.end()) return known->second;
  return of.context.meshes.emplace(file.string(), read_mesh(file)).first->second;
}

Converted not_found(const Subject& of, const SourceMesh& mesh, const NotFound& missing) {
  std::string looked = "looked for";
  constexpr std::size_t kTold = 4;
  for (std::size_t i = 0; i < std::min(missing.looked.size(), kTold); ++i)
    looked += (i > 0 ? ", " : " ") + missing.looked[i].lexically_normal().string();
  if (missing.looked.size() > kTold)
    looked += fmt::format(" and {} more places", missing.looked.size() - kTold);
  return unusable(
      of, "mesh " + shortened(mesh.uri),
      missing.looked.empty() ? "a mesh by package://, model://, file:// or a path"
                             : "an existing mesh file; " + looked,
      "--folder DIR says where packages and meshes are; --skip-meshes leaves out missing ones");
}

/// Makes a shape of each kind.
struct Converter {
  Subject of;

  Converted operator()(const SourceBox& box) const { return {{BoxSpec{box.size}, ""}}; }
  Converted operator()(const SourceSphere& ball) const {
    return rounded(of, "sphere", fmt::format("radius {:g} m", ball.radius),
                   rounded_sphere(ball.radius, vertices(of)));
  }
  Converted operator()(const SourceCylinder& it) const {
    return rounded(of, "cylinder",
                   fmt::format("radius {:g} m, length {:g} m", it.radius, it.length),
                   rounded_cylinder(it.radius, it.length, vertices(of)));
  }
  Converted operator()(const SourceCapsule& it) const {
    return rounded(of, "capsule", fmt::format("radius {:g} m, length {:g} m", it.radius, it.length),
                   rounded_capsule(it.radius, it.length, vertices(of)));
  }
  Converted operator()(const SourceEllipsoid& it) const {
    return rounded(
        of, "ellipsoid",
        fmt::format("radii {:g}, {:g}, {:g} m", it.radii.x(), it.radii.y(), it.radii.z()),
        rounded_ellipsoid(it.radii, vertices(of)));
  }
  Converted operator()(const SourceMesh& mesh) const {
    const auto place = mesh_location(mesh.uri, of.context.file, of.context.options.folders);
    if (const auto* missing = std::get_if<NotFound>(&place)) return not_found(of, mesh, *missing);
    const MeshResult& read = surface(of, std::get<std::filesystem::path>(place));
    if (const auto* defect = std::get_if<MeshDefect>(&read))
      return unusable(of, "mesh " + shortened(mesh.uri), defect->rule, defect->remedy);
    MeshSurface scaled = std::get<MeshSurface>(read);
    for (Vector3& p : scaled.points) p = p.cwiseProduct(mesh.scale);
    const std::string what = "mesh " + shortened(mesh.uri);
    const std::optional<double> enclosed = enclosed_volume(scaled);
    if (of.context.options.pieces > 1 && !is_convex(of, scaled, enclosed))
      return parts(of, what, scaled, enclosed,
                   key_of(std::get<std::filesystem::path>(place), mesh));
    return hull(of, what, scaled.points, enclosed);
  }
  Converted operator()(const SourceHull& it) const { return hull(of, "points", it.points, {}); }
  Converted operator()(const SourcePlane&) const {
    return unusable(of, "plane", "a plane is the surface of something that does not move",
                    "hold its link to the world");
  }
};

}  // namespace

std::vector<ConvertedPiece> convert_shape(const TreePiece& piece, ShapeContext& context) {
  return std::visit(Converter{{piece, context}}, piece.collision->shape);
}

}  // namespace rigor::importing
