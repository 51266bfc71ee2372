// SPDX-License-Identifier: Apache-2.0
// Small meshes written in every format, for tests.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <rigor/scene/mesh.hpp>

namespace rigor {

/// The polygon (x, y) from z = 0 to z = 1, counter-clockwise, with its cap cut into triangles given
/// by corner numbers.
inline MeshSurface extruded(const std::vector<std::array<double, 2>>& polygon,
                            const std::vector<std::array<std::uint32_t, 3>>& cap) {
  MeshSurface mesh;
  const auto n = static_cast<std::uint32_t>(polygon.size());
  for (const double z : {0.0, 1.0}) {
    for (const auto& [x, y] : polygon) mesh.points.emplace_back(x, y, z);
  }
  for (const auto& [a, b, c] : cap) {
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({n + a, n + b, n + c});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    mesh.triangles.push_back({i, j, n + j});
    mesh.triangles.push_back({i, n + j, n + i});
  }
  return mesh;
}

inline MeshSurface cube_mesh() {
  return extruded({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{0, 1, 2}, {0, 2, 3}});
}

/// An L: not convex.
inline MeshSurface corner_mesh() {
  return extruded({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
                  {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}});
}

inline std::string obj_text(const MeshSurface& mesh) {
  std::string text = "mtllib missing.mtl\no part\n";
  for (const Vector3& p : mesh.points) text += fmt::format("v {} {} {}\n", p.x(), p.y(), p.z());
  for (const auto& t : mesh.triangles)
    text += fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
  return text;
}

inline std::string ply_text(const MeshSurface& mesh) {
  std::string text = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty "
      "float z\n"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.points.size(), mesh.triangles.size());
  for (const Vector3& p : mesh.points) text += fmt::format("{} {} {}\n", p.x(), p.y(), p.z());
  for (const auto& t : mesh.triangles) text += fmt::format("3 {} {} {}\n", t[0], t[1], t[2]);
  return text;
}

inline std::string stl_text(const MeshSurface& mesh) {
  std::string text = "solid part\n";
  for (const auto& t : mesh.triangles) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const std::uint32_t i : t) {
      const Vector3& p = mesh.points[i];
      text += fmt::format("vertex {} {} {}\n", p.x(), p.y(), p.z());
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid part\n";
}

inline std::string stl_bytes(const MeshSurface& mesh) {
  std::string bytes(80, ' ');
  const auto add = [&bytes](const auto& value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
  };
  add(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& t : mesh.triangles) {
    add(std::array<float, 3>{});
    for (const std::uint32_t i : t) {
      const Vector3& p = mesh.points[i];
      add(std::array<float, 3>{static_cast<float>(p.x()), static_cast<float>(p.y()),
                               static_cast<float>(p.z())});
    }
    add(std::uint16_t{0});
  }
  return bytes;
}

/// Collada with z up, `metres` to the unit.
inline std::string dae_text(const MeshSurface& mesh, double metres = 1.0) {
  std::string numbers;
  for (const Vector3& p : mesh.points) numbers += fmt::format("{} {} {} ", p.x(), p.y(), p.z());
  std::string corners;
  for (const auto& t : mesh.triangles) corners += fmt::format("{} {} {} ", t[0], t[1], t[2]);
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
      "version=\"1.4.1\">"
      "<asset><unit name=\"u\" meter=\"{}\"/><up_axis>Z_UP</up_axis></asset>"
      "<library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"a\" "
      "count=\"{}\">{}</float_array>"
      "<technique_common><accessor source=\"#a\" count=\"{}\" stride=\"3\"><param name=\"X\" "
      "type=\"float\"/>"
      "<param name=\"Y\" type=\"float\"/><param name=\"Z\" "
      "type=\"float\"/></accessor></technique_common></source>"
      "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles "
      "count=\"{}\">"
      "<input semantic=\"VERTEX\" source=\"#v\" "
      "offset=\"0\"/><p>{}</p></triangles></mesh></geometry></library_geometries>"
      "<library_visual_scenes><visual_scene id=\"s\"><node id=\"n\"><instance_geometry "
      "url=\"#g\"/></node></visual_scene>"
      "</library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>\n",
      metres, 3 * mesh.points.size(), numbers, mesh.points.size(), mesh.triangles.size(), corners);
}

}  // namespace rigor
