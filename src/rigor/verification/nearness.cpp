// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include <rigor/verification/nearness.hpp>

namespace rigor::verification {
namespace {

constexpr int kMostHalvings = 12;
/// Vertices of a face may lie beside its plane, or inside its edges, by this part of its size.
constexpr Real kFlat = 1e-10L;

/// Bounds of an affine function along the path.
std::array<Real, 2> range(const Affine& f, const LocalPath& path) {
  Real spread = path.error * norm(f.weights), size = std::abs(f.offset);
  for (std::size_t k = 0; k < path.c.size(); ++k) {
    if (k > 0) spread += std::abs(dot(f.weights, path.c[k]));
    size += norm(f.weights) * norm(path.c[k]);
  }
  spread += 16 * kUnit * size;
  const Real middle = f.at(path.c[0]);
  return {middle - spread, middle + spread};
}

/// A bound of the distance from a feature along the path.
Real farthest(const Feature& feature, const LocalPath& path) {
  Real most = 0;
  for (const Affine& f : feature.flat) {
    const auto [low, high] = range(f, path);
    most = std::max({most, -low, high});
  }
  for (const Affine& f : feature.inside) most = std::max(most, -range(f, path)[0]);
  return most;
}

Vec unit(const Vec& v) { return (1 / norm(v)) * v; }

std::optional<Feature> edge_of(const trace::Piece& piece,
                               const std::array<std::uint32_t, 2>& edge) {
  const std::size_t count = piece.vertices.size();
  if (edge[0] >= count || edge[1] >= count) return std::nullopt;
  const Vec from = vec(piece.vertices[edge[0]]);
  const Vec to = vec(piece.vertices[edge[1]]);
  if (!(norm(to - from) > 0)) return std::nullopt;
  const Vec along = unit(to - from);
  // Any two directions across: the axis that the edge is least along gives the first.
  std::size_t least = 0;
  for (std::size_t i = 1; i < 3; ++i)
    if (std::abs(along[i]) < std::abs(along[least])) least = i;
  Vec axis{};
  axis[least] = 1;
  const Vec across = unit(cross(along, axis));
  const Vec other = cross(along, across);
  Feature out;
  for (const Vec& direction : {across, other})
    out.flat.push_back({direction, dot(direction, from)});
  out.inside.push_back({along, dot(along, from)});
  out.inside.push_back({Real{-1} * along, -dot(along, to)});
  return out;
}

/// None if the vertices do not go around a convex polygon.
std::optional<Feature> face_of(const trace::Piece& piece, const std::vector<std::uint32_t>& face) {
  std::vector<Vec> corners;
  for (const std::uint32_t vertex : face) {
    if (vertex >= piece.vertices.size()) return std::nullopt;
    corners.push_back(vec(piece.vertices[vertex]));
  }
  if (corners.size() < 3) return std::nullopt;
  const auto next = [&](std::size_t i) { return corners[(i + 1) % corners.size()]; };
  Vec area{};
  Real size = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    area = area + cross(corners[i] - corners[0], next(i) - corners[0]);
    size = std::max(size, norm(next(i) - corners[i]));
  }
  if (!(norm(area) > kFlat * size * size)) return std::nullopt;
  const Vec normal = unit(area);
  Feature out;
  out.flat.push_back({normal, dot(normal, corners[0])});
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (!(norm(next(i) - corners[i]) > 0)) return std::nullopt;
    const Vec inward = unit(cross(normal, next(i) - corners[i]));
    out.inside.push_back({inward, dot(inward, corners[i])});
  }
  for (const Vec& corner : corners)
    if (out.distance(corner) > kFlat * size) return std::nullopt;
  return out;
}

LocalPath part_of(const LocalPath& path, Real from, Nodes& nodes) {
  const int count = static_cast<int>(path.c.size());
  std::vector<Vec> values;
  Real size = 0;
  for (const Vec& c : path.c) size += norm(c);
  for (int j = 0; j < count; ++j)
    values.push_back(sum_at(path.c, from + (nodes.node(j, count) + 1) / 2));
  return {interpolant(values, nodes),
          path.error + (6 * series_rounding(count) + interpolation_rounding(values.size())) * size};
}

/// From the feature that is closest in the middle of the path; where that is much less than its
/// bound, from those of both halves.
Real distance(const std::vector<Feature>& features, const LocalPath& path, Real band, int halvings,
              Nodes& nodes) {
  const Vec middle = sum_at(path.c, 0);
  const Feature* best = nullptr;
  Real least = std::numeric_limits<Real>::infinity();
  for (const Feature& feature : features) {
    const Real here = feature.distance(middle);
    if (here < least) best = &feature, least = here;
  }
  if (best == nullptr) return least;
  const Real most = farthest(*best, path);
  if (most <= band) return 0;
  if (halvings == 0 || path.c.size() == 1 || most <= 1.5L * least) return most;
  return (distance(features, part_of(path, -1, nodes), band, halvings - 1, nodes) +
          distance(features, part_of(path, 0, nodes), band, halvings - 1, nodes)) /
         2;
}

}  // namespace

Real Feature::distance(const Vec& x) const {
  Real most = 0;
  for (const Affine& f : flat) most = std::max(most, std::abs(f.at(x)));
  for (const Affine& f : inside) most = std::max(most, -f.at(x));
  return most;
}

std::vector<Feature> features_of(const trace::Piece& piece) {
  std::vector<Feature> features;
  const auto keep = [&](std::optional<Feature> feature) {
    if (feature) features.push_back(std::move(*feature));
  };
  for (const auto& face : piece.faces) keep(face_of(piece, face));
  for (const auto& edge : piece.edges) keep(edge_of(piece, edge));
  return features;
}

Real mean_distance(const std::vector<Feature>& features, const LocalPath& path, Real band,
                   Nodes& nodes) {
  return distance(features, path, band, kMostHalvings, nodes);
}

}  // namespace rigor::verification
