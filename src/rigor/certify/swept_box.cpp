// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/certify/plane_gap.hpp>
#include <rigor/certify/swept_box.hpp>
#include <rigor/chebyshev/rounding.hpp>

namespace rigor {
namespace {

/// Above this number of vertices the ball's box alone is taken: tighter ones cost more than they
/// save.
constexpr std::size_t kTightVertices = 64;

/// value / weight for weight in `range`, weight > 0: the smallest and largest quotient.
double least_quotient(double value, const Interval& range) {
  return next_down(value / (value > 0.0 ? range.hi : range.lo));
}
double largest_quotient(double value, const Interval& range) {
  return next_up(value / (value > 0.0 ? range.lo : range.hi));
}

}  // namespace

Aabb ball_box(const BodyPath& path, double radius) {
  Aabb box;
  for (int i = 0; i < 3; ++i) {
    const Interval range = enclosure(path.position[i]);
    box.lower[i] = next_down(range.lo - radius);
    box.upper[i] = next_up(range.hi + radius);
  }
  return box;
}

// The offset of a vertex from the origin is (Mq r)_i / |q|², whose numerator is bounded by its
// coefficients.
Aabb swept_box(const BodyPath& path, const VertexTree& vertices) {
  const Aabb ball = ball_box(path, vertices.radius());
  if (vertices.vertices().size() > kTightVertices) return ball;
  Aabb box;
  for (int i = 0; i < 3; ++i) {
    double low = kNoBound;
    double high = -kNoBound;
    for (const Vector3& r : vertices.vertices()) {
      const Interval turned = enclosure(dot(path.rotation[i], r));
      low = std::min(low, least_quotient(turned.lo, path.norm_range));
      high = std::max(high, largest_quotient(turned.hi, path.norm_range));
    }
    const Interval range = enclosure(path.position[i]);
    box.lower[i] = std::max(ball.lower[i], next_down(range.lo + low));
    box.upper[i] = std::min(ball.upper[i], next_up(range.hi + high));
  }
  return box;
}

bool boxes_apart(const Aabb& a, const Aabb& b, double level) {
  for (int i = 0; i < 3; ++i) {
    if (next_down(b.lower[i] - a.upper[i]) > level || next_down(a.lower[i] - b.upper[i]) > level) {
      return true;
    }
  }
  return false;
}

bool box_above(const Vector3& normal, double offset, const Aabb& box, double level) {
  double low = -offset;
  double size = std::abs(offset);
  for (int i = 0; i < 3; ++i) {
    const double term = normal[i] * (normal[i] > 0.0 ? box.lower[i] : box.upper[i]);
    low += term;
    size += std::abs(term);
  }
  return low - raised(8.0 * kUnit * size) > raised(level * length_range(normal).hi);
}

}  // namespace rigor
