// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <rigor/spatial/vector.hpp>

namespace rigor {

/// The vertices of a piece by the directions in which they may be highest: a short list for every
/// cell of the sphere of directions. Sound by construction: a vertex is missing from a list only if
/// three others are proved to be higher in every direction of the cell, and not among its first
/// ones only if one is.
class SupportMap {
 public:
  /// Requires at least one vertex. The map keeps a copy.
  explicit SupportMap(std::span<const Vector3> vertices);

  struct Top {
    double height = 0.0;  ///< direction·r
    std::uint32_t vertex = 0;
  };
  /// The largest direction·r over the vertices, in plain doubles: off by rounding alone, at most
  /// 4u |direction|·reach(), whatever the shape.
  Top highest(const Vector3& direction) const;
  /// The same without two vertices; minus infinity if there are no others.
  Top highest_but(const Vector3& direction, const std::array<std::uint32_t, 2>& without) const;

  /// Of the farthest vertices along each axis from the origin, metres.
  const Vector3& reach() const { return reach_; }
  /// How many vertices `highest` and `highest_but` look at in this direction.
  struct Work {
    std::size_t highest = 0;
    std::size_t highest_but = 0;
  };
  Work work(const Vector3& direction) const;

 private:
  /// A square on one face of the cube of directions: its list, or its four quarters.
  struct Cell {
    std::uint32_t first = 0;  ///< in lists_ or in cells_
    std::uint32_t count = 0;  ///< of vertices; 0 if it has quarters
    std::uint32_t tops = 0;   ///< the first so many may be highest
  };
  struct Vertex {
    Vector3 r;
    std::uint32_t number = 0;
  };
  struct Square;
  struct List {
    std::vector<std::uint32_t> vertices;
    std::uint32_t tops = 0;
  };

  const Cell& cell_of(const Vector3& direction) const;
  List list_of(const Square& square, std::span<const std::uint32_t> above) const;
  void fill_grid(const Square& square, std::span<const std::uint32_t> above);
  void fill_cell(std::uint32_t cell, const Square& square, std::span<const std::uint32_t> above);
  void sort_vertices();

  std::vector<Vertex> vertices_;  ///< those looked at together lie together
  int halvings_ = 0;              ///< of the faces of the cube give the cells of a regular grid
  std::vector<Cell> cells_;       ///< those of the grid first, then quarters where vertices crowd
  std::vector<std::uint32_t> lists_;
  Vector3 reach_ = Vector3::Zero();
  double clear_ = 0.0;  ///< heights that differ by more do so in exact arithmetic, metres
};

}  // namespace rigor
