// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <rigor/geometry/mass_properties.hpp>
#include <rigor/scene/mesh.hpp>
#include <rigor/scene/ply.hpp>
#include <rigor/scene/separate_process.hpp>

namespace rigor {
namespace {

constexpr std::array<std::string_view, 4> kFormats{"obj", "stl", "ply", "dae"};

/// Joins parts and makes equal points one.
class SurfaceBuilder {
 public:
  /// False once there is too much.
  bool add(const aiMesh& part) {
    const auto at = [&](unsigned vertex) {
      const aiVector3D& p = part.mVertices[vertex];
      return Vector3(p.x, p.y, p.z);
    };
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      const aiFace& face = part.mFaces[f];
      if (face.mNumIndices != 3) continue;  // points and lines bound nothing
      for (unsigned k = 0; k < 3; ++k) {
        if (face.mIndices[k] >= part.mNumVertices) return false;
      }
      if (!add({at(face.mIndices[0]), at(face.mIndices[1]), at(face.mIndices[2])})) return false;
    }
    return true;
  }

  bool add(const std::array<Vector3, 3>& triangle) {
    if (surface_.triangles.size() >= kMostTriangles) return false;
    const std::array corners{point(triangle[0]), point(triangle[1]), point(triangle[2])};
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
      return true;
    surface_.triangles.push_back(corners);
    return true;
  }

  MeshSurface take() { return std::move(surface_); }

 private:
  std::uint32_t point(const Vector3& at) {
    const std::array<double, 3> key{at.x() + 0.0, at.y() + 0.0, at.z() + 0.0};
    const auto [entry, is_new] =
        numbers_.emplace(key, static_cast<std::uint32_t>(surface_.points.size()));
    if (is_new) surface_.points.emplace_back(key[0], key[1], key[2]);
    return entry->second;
  }

  MeshSurface surface_;
  std::map<std::array<double, 3>, std::uint32_t> numbers_;
};

std::string lower_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  if (!extension.empty()) extension.erase(0, 1);
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension;
}

double area(const MeshSurface& mesh) {
  double sum = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    sum += 0.5 * (mesh.points[b] - mesh.points[a]).cross(mesh.points[c] - mesh.points[a]).norm();
  }
  return sum;
}

double depth(const Face& face, const Vector3& p) { return face.offset - face.normal.dot(p); }

/// How far p lies below the surface of the hull.
double depth(const Polytope& hull, const Vector3& p) {
  double least = std::numeric_limits<double>::infinity();
  for (const Face& face : hull.faces()) least = std::min(least, depth(face, p));
  return least;
}

MeshDefect too_much() {
  return {fmt::format("at most {} usable triangles", kMostTriangles),
          "simplify the mesh in a modelling program"};
}

std::optional<MeshDefect> add_ply(std::string_view bytes, SurfaceBuilder& surface) {
  const MeshResult read = parse_ply(bytes);
  if (const auto* defect = std::get_if<MeshDefect>(&read)) return *defect;
  const auto& mesh = std::get<MeshSurface>(read);
  for (const auto& [a, b, c] : mesh.triangles) {
    if (!surface.add({mesh.points[a], mesh.points[b], mesh.points[c]})) return too_much();
  }
  return {};
}

std::optional<MeshDefect> add_foreign(std::string_view bytes, const std::string& format,
                                      SurfaceBuilder& surface) {
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  const aiScene* scene = importer.ReadFileFromMemory(
      bytes.data(), bytes.size(), aiProcess_Triangulate | aiProcess_PreTransformVertices,
      format.c_str());
  if (scene == nullptr || scene->mNumMeshes == 0) {
    return MeshDefect{"a readable mesh file: " + std::string(importer.GetErrorString()),
                      "check that its extension (obj, stl, ply, dae) matches its format"};
  }
  for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
    if (!surface.add(*scene->mMeshes[m])) return too_much();
  }
  return {};
}

/// What reading may take: seconds for small files, more for large ones.
int seconds_for(std::size_t bytes) { return 2 + static_cast<int>(bytes >> 21U); }

}  // namespace

bool is_mesh_format(std::string_view format) {
  return std::find(kFormats.begin(), kFormats.end(), format) != kFormats.end();
}

MeshResult parse_mesh(std::string_view bytes, const std::string& format) {
  SurfaceBuilder surface;
  const auto defect =
      format == "ply" ? add_ply(bytes, surface) : add_foreign(bytes, format, surface);
  if (defect) return *defect;
  MeshSurface mesh = surface.take();
  const auto broken = [](const Vector3& p) { return !p.allFinite(); };
  if (std::any_of(mesh.points.begin(), mesh.points.end(), broken)) {
    return MeshDefect{"coordinates are finite numbers", "repair the mesh"};
  }
  if (mesh.triangles.empty()) return MeshDefect{"a mesh has triangles", "export faces, not points"};
  return mesh;
}

MeshResult read_mesh(const std::filesystem::path& file) {
  const std::string format = lower_extension(file);
  if (!is_mesh_format(format)) {
    return MeshDefect{"a mesh file ends in .obj, .stl, .ply or .dae", "convert it"};
  }
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed)) {
    return MeshDefect{"the mesh file must exist",
                      "check the name; it is relative to this file's folder"};
  }
  if (std::filesystem::file_size(file, failed) > kMostMeshBytes || failed) {
    return MeshDefect{fmt::format("a mesh file has at most {} MiB", kMostMeshBytes >> 20U),
                      "simplify the mesh"};
  }
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(stream), {});
  if (!stream.is_open() || stream.bad()) {
    return MeshDefect{"the mesh file must be readable", "check its permissions"};
  }
  return in_separate_process([&] { return parse_mesh(bytes, format); }, seconds_for(bytes.size()));
}

std::optional<MeshDefect> convexity_defect(const MeshSurface& mesh, const Polytope& hull) {
  // Mesh files hold single precision: 24 bits of the largest coordinate, some of them lost by
  // tools.
  constexpr double kRounding = 1e-6;
  const double allowed = kRounding * std::max(hull.extent(), hull.circumradius());
  std::map<std::array<double, 3>, std::size_t> corners;
  for (std::size_t v = 0; v < hull.vertices().size(); ++v) {
    const Vector3& p = hull.vertices()[v];
    corners.emplace(std::array{p.x(), p.y(), p.z()}, v);
  }
  // A triangle lies in the surface iff its centre does. Mostly a face at its corners tells.
  const auto near_face = [&](const std::array<std::uint32_t, 3>& triangle, const Vector3& centre) {
    for (const std::uint32_t t : triangle) {
      const Vector3& p = mesh.points[t];
      const auto corner = corners.find({p.x(), p.y(), p.z()});
      if (corner == corners.end()) continue;
      for (const std::uint32_t f : hull.faces_at(corner->second)) {
        if (depth(hull.faces()[f], centre) <= allowed) return true;
      }
    }
    return false;
  };
  double deepest = 0.0;
  for (const auto& triangle : mesh.triangles) {
    const Vector3 centre =
        (mesh.points[triangle[0]] + mesh.points[triangle[1]] + mesh.points[triangle[2]]) / 3.0;
    if (!near_face(triangle, centre)) deepest = std::max(deepest, depth(hull, centre));
  }
  if (deepest > allowed) {
    return MeshDefect{
        fmt::format("a convex mesh; this one lies {:.3g} m below its convex hull", deepest),
        "hull: true takes the convex hull; or cut it into convex pieces"};
  }
  constexpr double kWholeArea = 1e-3;  // less is missing through rounding, never through a face
  const double whole = surface_area(hull);
  if (std::abs(area(mesh) - whole) > kWholeArea * whole) {
    return MeshDefect{
        fmt::format("a closed mesh; its triangles have {:.6g} m2, its convex hull {:.6g} m2",
                    area(mesh), whole),
        "hull: true takes the convex hull; or close the mesh"};
  }
  return {};
}

}  // namespace rigor
