// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <rigor/certify/support_map.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

/// So few vertices are one list for every direction.
constexpr std::size_t kFew = 8;
/// Longer lists are worth quarters.
constexpr std::uint32_t kCrowd = 32;
/// Halvings of a face of the cube at most.
constexpr int kDeepest = 7;
/// So many vertices are highest, next and after that.
constexpr int kPlaces = 3;
/// Of the farthest vertex: more than the rounding of heights at corners, and than a direction may
/// lie outside the square that its rounded coordinates are in.
constexpr double kClear = 0x1p-40;
/// No place.
constexpr std::uint32_t kNone = 0xFFFFFFFF;

/// Where a direction lies on the cube: the face, and its place there in [0, 2^kDeepest)².
struct Place {
  std::uint32_t face = 0;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

/// [-1, 1] to the steps of the finest cells; what is no number to the first.
std::uint32_t step_of(double x) {
  constexpr double kSteps = 1U << kDeepest;
  const double at = (0.5 * kSteps) * (x + 1.0);
  return at > 0.0 ? static_cast<std::uint32_t>(std::min(at, kSteps - 1.0)) : 0U;
}

/// Faces 0 to 2 are where that coordinate is largest, 3 to 5 where its negative is.
Place place_of(const Vector3& d) {
  const Vector3 size = d.cwiseAbs();
  const auto on = [&](std::uint32_t axis, int x, int y) {
    return Place{d[axis] < 0.0 ? axis + 3 : axis, step_of(d[x] / size[axis]),
                 step_of(d[y] / size[axis])};
  };
  if (size.x() >= size.y() && size.x() >= size.z()) return on(0, 1, 2);
  return size.y() >= size.z() ? on(1, 2, 0) : on(2, 0, 1);
}

/// The cell of a regular grid of 2^halvings x 2^halvings on each face, row by row.
std::uint32_t grid_cell(const Place& place, int halvings) {
  const int finer = kDeepest - halvings;
  const std::uint32_t row = (place.face << halvings) + (place.y >> finer);
  return (row << halvings) + (place.x >> finer);
}

/// Heights of one vertex at the corners of a square.
using Heights = std::array<double, 4>;

bool is_above(const Heights& high, const Heights& low, double clear) {
  return high[0] - low[0] > clear && high[1] - low[1] > clear && high[2] - low[2] > clear &&
         high[3] - low[3] > clear;
}

/// The highest three so far by one measure, which of them does not matter if equal.
struct Podium {
  std::array<double, kPlaces> heights;
  std::array<std::uint32_t, kPlaces> who{};

  Podium() { heights.fill(-std::numeric_limits<double>::infinity()); }
  void offer(double height, std::uint32_t i) {
    if (!(height > heights.back())) return;
    int place = kPlaces - 1;
    for (; place > 0 && height > heights[place - 1]; --place) {
      heights[place] = heights[place - 1];
      who[place] = who[place - 1];
    }
    heights[place] = height;
    who[place] = i;
  }
};

/// Those that others are compared with, each once: the highest in the middle, which are above most,
/// and the highest at the corners.
std::vector<Heights> rivals_among(std::span<const Heights> heights) {
  std::array<Podium, 5> podiums;
  for (std::uint32_t i = 0; i < heights.size(); ++i) {
    const Heights& h = heights[i];
    podiums[0].offer(h[0] + h[1] + h[2] + h[3], i);
    for (int k = 0; k < 4; ++k) podiums[k + 1].offer(h[k], i);
  }
  std::vector<std::uint32_t> who;
  who.reserve(podiums.size() * kPlaces);
  for (const Podium& podium : podiums) {
    for (const std::uint32_t i : podium.who) {
      if (std::find(who.begin(), who.end(), i) == who.end()) who.push_back(i);
    }
  }
  std::vector<Heights> rivals;
  rivals.reserve(who.size());
  for (const std::uint32_t i : who) rivals.push_back(heights[i]);
  return rivals;
}

/// How many rivals are above everywhere in the square, at most kPlaces.
int number_above(std::span<const Heights> rivals, const Heights& low, double clear) {
  int number = 0;
  for (const Heights& rival : rivals) {
    if (is_above(rival, low, clear) && ++number == kPlaces) break;
  }
  return number;
}

}  // namespace

/// On a face of the cube: [x, x + size] x [y, y + size] of [-1, 1]², all exact.
struct SupportMap::Square {
  std::uint32_t face = 0;
  double x = -1.0;
  double y = -1.0;
  double size = 2.0;
  int depth = 0;

  Vector3 at(double along_x, double along_y) const {
    const int axis = static_cast<int>(face % 3);
    Vector3 direction;
    direction[axis] = face < 3 ? 1.0 : -1.0;
    direction[(axis + 1) % 3] = x + along_x * size;
    direction[(axis + 2) % 3] = y + along_y * size;
    return direction;
  }
  Vector3 corner(int k) const { return at((k & 1) != 0 ? 1.0 : 0.0, (k & 2) != 0 ? 1.0 : 0.0); }
  Vector3 middle() const { return at(0.5, 0.5); }
  Square quarter(int k) const {
    const double half = 0.5 * size;
    return {face, (k & 1) != 0 ? x + half : x, (k & 2) != 0 ? y + half : y, half, depth + 1};
  }
};

SupportMap::SupportMap(std::span<const Vector3> vertices) {
  RIGOR_DEMAND(!vertices.empty());
  for (const Vector3& r : vertices) {
    reach_ = reach_.cwiseMax(r.cwiseAbs());
    vertices_.push_back({r, static_cast<std::uint32_t>(vertices_.size())});
  }
  clear_ = kClear * reach_.norm();
  if (vertices_.size() <= kFew) {
    const auto count = static_cast<std::uint32_t>(vertices_.size());
    cells_.assign(6, Cell{0, count, count});
    lists_.resize(count);
    std::iota(lists_.begin(), lists_.end(), 0U);
    return;
  }
  while (halvings_ < kDeepest && (6U << (2 * halvings_)) < vertices_.size()) ++halvings_;
  cells_.resize(6U << (2 * halvings_));
  std::vector<std::uint32_t> all(vertices_.size());
  std::iota(all.begin(), all.end(), 0U);
  for (std::uint32_t face = 0; face < 6; ++face) fill_grid({face}, all);
  sort_vertices();
}

void SupportMap::sort_vertices() {
  std::vector<std::uint32_t> places(vertices_.size(), kNone);
  std::vector<Vertex> sorted;
  for (std::uint32_t& v : lists_) {
    if (places[v] == kNone) {
      places[v] = static_cast<std::uint32_t>(sorted.size());
      sorted.push_back(vertices_[v]);
    }
    v = places[v];
  }
  vertices_ = std::move(sorted);
}

// Heights are linear: who is higher at the corners of a square is so in every direction of it. A
// vertex that is among the highest three in some direction has less than three above it there.
SupportMap::List SupportMap::list_of(const Square& square,
                                     std::span<const std::uint32_t> above) const {
  std::vector<Heights> heights(above.size());
  for (int k = 0; k < 4; ++k) {
    const Vector3 corner = square.corner(k);
    for (std::size_t i = 0; i < above.size(); ++i)
      heights[i][k] = corner.dot(vertices_[above[i]].r);
  }
  const std::vector<Heights> rivals = rivals_among(heights);
  List list;
  list.vertices.reserve(above.size());
  for (std::size_t i = 0; i < above.size(); ++i) {
    const int number = number_above(rivals, heights[i], clear_);
    if (number == kPlaces) continue;
    list.vertices.push_back(above[i]);
    if (number == 0) std::swap(list.vertices[list.tops++], list.vertices.back());
  }
  return list;
}

void SupportMap::fill_grid(const Square& square, std::span<const std::uint32_t> above) {
  if (square.depth == halvings_)
    return fill_cell(grid_cell(place_of(square.middle()), halvings_), square, above);
  const List list = list_of(square, above);
  for (int k = 0; k < 4; ++k) fill_grid(square.quarter(k), list.vertices);
}

void SupportMap::fill_cell(std::uint32_t cell, const Square& square,
                           std::span<const std::uint32_t> above) {
  const List list = list_of(square, above);
  const auto count = static_cast<std::uint32_t>(list.vertices.size());
  if (count <= kCrowd || square.depth == kDeepest) {
    cells_[cell] = {static_cast<std::uint32_t>(lists_.size()), count, list.tops};
    lists_.insert(lists_.end(), list.vertices.begin(), list.vertices.end());
    return;
  }
  const auto quarters = static_cast<std::uint32_t>(cells_.size());
  cells_.resize(cells_.size() + 4);
  cells_[cell] = {quarters, 0, 0};
  for (std::uint32_t k = 0; k < 4; ++k)
    fill_cell(quarters + k, square.quarter(static_cast<int>(k)), list.vertices);
}

const SupportMap::Cell& SupportMap::cell_of(const Vector3& direction) const {
  const Place place = place_of(direction);
  int bit = kDeepest - halvings_;
  const Cell* cell = &cells_[grid_cell(place, halvings_)];
  while (cell->count == 0) {
    --bit;
    const std::uint32_t quarter = ((place.x >> bit) & 1U) | (((place.y >> bit) & 1U) << 1U);
    cell = &cells_[cell->first + quarter];
  }
  return *cell;
}

SupportMap::Top SupportMap::highest(const Vector3& direction) const {
  const Cell& cell = cell_of(direction);
  Top top{-std::numeric_limits<double>::infinity(), 0};
  for (std::uint32_t i = cell.first; i < cell.first + cell.tops; ++i) {
    const auto& [r, v] = vertices_[lists_[i]];
    const double height = direction.dot(r);
    if (height > top.height) top = {height, v};
  }
  return top;
}

SupportMap::Top SupportMap::highest_but(const Vector3& direction,
                                        const std::array<std::uint32_t, 2>& without) const {
  const Cell& cell = cell_of(direction);
  Top top{-std::numeric_limits<double>::infinity(), 0};
  for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i) {
    const auto& [r, v] = vertices_[lists_[i]];
    const double height = direction.dot(r);
    if (height > top.height && v != without[0] && v != without[1]) top = {height, v};
  }
  return top;
}

SupportMap::Work SupportMap::work(const Vector3& direction) const {
  const Cell& cell = cell_of(direction);
  return {cell.tops, cell.count};
}

}  // namespace rigor
