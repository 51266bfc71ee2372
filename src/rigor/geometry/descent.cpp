// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/geometry/descent.hpp>
#include <rigor/geometry/min_norm.hpp>
#include <rigor/geometry/support.hpp>

namespace rigor {
namespace {

/// Far beyond what any pair of polytopes has needed (under 60); a limit only against defects.
constexpr int kMaxSteps = 1000;

/// b - a; exact in double-double.
template <typename Real>
Triplet<Real> difference(const Pair& pair, const VertexPair& v) {
  const Vector3& a = pair.a(v.a);
  const Vector3 b = pair.b(v.b);
  return {Real(b.x()) - Real(a.x()), Real(b.y()) - Real(a.y()), Real(b.z()) - Real(a.z())};
}

/// The simplex with its points.
template <typename Real>
struct Simplex {
  std::array<VertexPair, 4> id{};
  std::array<Triplet<Real>, 4> y{};
  int count = 0;

  void add(const Pair& pair, const VertexPair& v) {
    id[count] = v;
    y[count++] = difference<Real>(pair, v);
  }
  bool has(const VertexPair& v) const {
    return std::find(id.begin(), id.begin() + count, v) != id.begin() + count;
  }
  /// Drops the points that do not carry the nearest point.
  void keep_carriers(MinNorm<Real>& nearest) {
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      if (!(Real(0.0) < nearest.weight[i])) continue;
      id[kept] = id[i];
      y[kept] = y[i];
      nearest.weight[kept++] = nearest.weight[i];
    }
    count = kept;
    for (; kept < 4; ++kept) nearest.weight[kept] = Real(0.0);
  }
};

template <typename Real>
Descent descend(const Pair& pair, const Descent& start, double tolerance) {
  using std::sqrt;
  Simplex<Real> simplex;
  for (int i = 0; i < start.count; ++i) simplex.add(pair, start.simplex[i]);
  Descent result;
  result.steps = start.steps;
  // Near the end the distance falls by less than a double can show while the direction still turns:
  // progress is judged in the working precision.
  Real last_length(std::numeric_limits<double>::max());
  while (result.end == DescentEnd::OutOfSteps && result.steps < kMaxSteps) {
    ++result.steps;
    MinNorm<Real> nearest = min_norm_point(simplex.y, simplex.count);
    simplex.keep_carriers(nearest);
    const Real length = sqrt(nearest.point.dot(nearest.point));
    result.upper = static_cast<double>(length);
    result.simplex = simplex.id;
    result.count = simplex.count;
    for (int i = 0; i < 4; ++i) result.weight[i] = static_cast<double>(nearest.weight[i]);
    if (nearest.inside || result.upper <= tolerance) {
      result.end = DescentEnd::AtOrigin;
      break;
    }
    result.direction = rounded((Real(1.0) / length) * nearest.point);
    result.extreme = facing_vertices(pair, result.direction, simplex.id[0]);
    result.lower = result.direction.dot(rounded(difference<Real>(pair, result.extreme)));
    if (result.upper - result.lower <= tolerance) {
      result.end = DescentEnd::Bracketed;
    } else if (simplex.has(result.extreme) || !(length < last_length)) {
      result.end = DescentEnd::Stalled;
    } else {
      simplex.add(pair, result.extreme);
    }
    last_length = length;
  }
  return result;
}

}  // namespace

VertexPair facing_vertices(const Pair& pair, const Vector3& direction, const VertexPair& near) {
  return {support_vertex(pair.A, direction, near.a),
          support_vertex(pair.B, -(pair.X_AB.R.transpose() * direction), near.b)};
}

Descent descend_fast(const Pair& pair, Descent start, double tolerance) {
  return descend<double>(pair, start, tolerance);
}

Descent descend_accurately(const Pair& pair, Descent start, double tolerance) {
  return descend<DoubleDouble>(pair, start, tolerance);
}

}  // namespace rigor
