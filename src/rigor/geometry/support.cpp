// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/geometry/support.hpp>

namespace rigor {
namespace {

std::uint32_t brute_force(const std::vector<Vector3>& vertices, const Vector3& direction) {
  std::uint32_t best = 0;
  double highest = direction.dot(vertices[0]);
  for (std::uint32_t v = 1; v < vertices.size(); ++v) {
    const double height = direction.dot(vertices[v]);
    if (height > highest) {
      highest = height;
      best = v;
    }
  }
  return best;
}

/// The face at vertex v whose normal is nearest to the direction.
std::uint32_t facing_face(const Polytope& polytope, std::uint32_t v, const Vector3& direction) {
  const auto faces = polytope.faces_at(v);
  return *std::max_element(faces.begin(), faces.end(), [&](std::uint32_t f, std::uint32_t g) {
    return polytope.faces()[f].normal.dot(direction) < polytope.faces()[g].normal.dot(direction);
  });
}

}  // namespace

std::uint32_t support_vertex(const Polytope& polytope, const Vector3& direction,
                             std::uint32_t start) {
  const auto& vertices = polytope.vertices();
  if (vertices.size() <= kBruteForceVertices) return brute_force(vertices, direction);
  std::uint32_t best = start;
  double highest = direction.dot(vertices[start]);
  for (;;) {
    const std::uint32_t from = best;
    for (const std::uint32_t v : polytope.neighbours(from)) {
      const double height = direction.dot(vertices[v]);
      if (height > highest) {
        highest = height;
        best = v;
      }
    }
    if (best == from) return best;
  }
}

Feature support_feature(const Polytope& polytope, const Vector3& direction, double band,
                        std::uint32_t top) {
  // The vertices within the band form a connected set around `top`: count its members there.
  const auto& vertices = polytope.vertices();
  const double floor = direction.dot(vertices[top]) - band;
  std::size_t high_neighbours = 0;
  std::size_t high_edge = 0;
  const auto around = polytope.neighbours(top);
  for (std::size_t i = 0; i < around.size(); ++i) {
    if (direction.dot(vertices[around[i]]) < floor) continue;
    ++high_neighbours;
    high_edge = i;
  }
  if (high_neighbours == 0) return {FeatureKind::Vertex, top};
  if (high_neighbours == 1) return {FeatureKind::Edge, polytope.edges_at(top)[high_edge]};
  return {FeatureKind::Face, facing_face(polytope, top, direction)};
}

std::optional<std::uint32_t> edge_between(const Polytope& polytope, std::uint32_t v,
                                          std::uint32_t w) {
  const auto around = polytope.neighbours(v);
  const auto found = std::find(around.begin(), around.end(), w);
  if (found == around.end()) return std::nullopt;
  return polytope.edges_at(v)[found - around.begin()];
}

std::optional<Feature> feature_with(const Polytope& polytope, std::span<const std::uint32_t> list) {
  const std::uint32_t first = list.front();
  std::uint32_t second = first;
  for (const std::uint32_t v : list) {
    if (v != first) second = v;
  }
  if (second == first) return Feature{FeatureKind::Vertex, first};
  const bool two = std::all_of(list.begin(), list.end(), [first, second](std::uint32_t v) {
    return v == first || v == second;
  });
  if (two) {
    if (const auto edge = edge_between(polytope, first, second)) {
      return Feature{FeatureKind::Edge, *edge};
    }
  }
  for (const std::uint32_t f : polytope.faces_at(first)) {
    const auto& cycle = polytope.faces()[f].vertices;
    const bool all = std::all_of(list.begin(), list.end(), [&cycle](std::uint32_t v) {
      return std::find(cycle.begin(), cycle.end(), v) != cycle.end();
    });
    if (all) return Feature{FeatureKind::Face, f};
  }
  return std::nullopt;
}

std::size_t vertex_count(const Polytope& polytope, const Feature& feature) {
  switch (feature.kind) {
    case FeatureKind::Vertex:
      return 1;
    case FeatureKind::Edge:
      return 2;
    case FeatureKind::Face:
      break;
  }
  return polytope.faces()[feature.index].vertices.size();
}

std::uint32_t vertex_of(const Polytope& polytope, const Feature& feature, std::size_t i) {
  switch (feature.kind) {
    case FeatureKind::Vertex:
      return feature.index;
    case FeatureKind::Edge:
      return i == 0 ? polytope.edges()[feature.index].tail : polytope.edges()[feature.index].head;
    case FeatureKind::Face:
      break;
  }
  return polytope.faces()[feature.index].vertices[i];
}

}  // namespace rigor
