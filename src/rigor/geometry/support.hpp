// SPDX-License-Identifier: Apache-2.0
// Extreme vertices and extreme features of a polytope in a direction, in the body's frame.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <rigor/geometry/polytope.hpp>

namespace rigor {

enum class FeatureKind : std::uint8_t { Vertex, Edge, Face };

/// A vertex, edge or face by its number in its polytope; the surface of a half-space is face 0.
struct Feature {
  FeatureKind kind = FeatureKind::Vertex;
  std::uint32_t index = 0;

  auto operator<=>(const Feature&) const = default;
};

/// Polytopes up to this size are searched vertex by vertex, which is faster than climbing.
inline constexpr std::size_t kBruteForceVertices = 40;

/// A vertex that maximises direction·v to rounding: by brute force for small polytopes, else by
/// climbing along edges from `start` (a local maximum of a linear function is a global one).
std::uint32_t support_vertex(const Polytope& polytope, const Vector3& direction,
                             std::uint32_t start);

/// The feature whose vertices all lie within `band` metres below the support plane of the unit
/// `direction`, where `top` is a support vertex.
Feature support_feature(const Polytope& polytope, const Vector3& direction, double band,
                        std::uint32_t top);

/// The edge that joins two vertices, if there is one.
std::optional<std::uint32_t> edge_between(const Polytope& polytope, std::uint32_t v,
                                          std::uint32_t w);

/// The smallest feature that has all the given vertices (one to three of them, repeats allowed), if
/// there is one.
std::optional<Feature> feature_with(const Polytope& polytope, std::span<const std::uint32_t> list);

/// Number of vertices of the feature, and the i-th of them (face cycles as stored).
std::size_t vertex_count(const Polytope& polytope, const Feature& feature);
std::uint32_t vertex_of(const Polytope& polytope, const Feature& feature, std::size_t i);

}  // namespace rigor
