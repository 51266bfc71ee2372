// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include <rigor/geometry/min_norm.hpp>

namespace rigor {
namespace {

template <typename Real>
using Points = std::array<Triplet<Real>, 4>;

template <typename Real>
bool positive(const Real& value) {
  return Real(0.0) < value;
}

/// Nearest point of the line through y_i and y_j, if strictly between them.
template <typename Real>
bool on_segment(const Points<Real>& y, int i, int j, MinNorm<Real>& result) {
  const Triplet<Real> e = y[j] - y[i];
  const Real square = e.dot(e);
  const Real toward_i = y[j].dot(e);
  const Real toward_j = -y[i].dot(e);
  if (!positive(toward_i) || !positive(toward_j)) return false;
  result.weight[i] = toward_i / square;
  result.weight[j] = toward_j / square;
  // The shorter way from an end loses fewer digits.
  result.point = toward_j < toward_i ? y[i] + result.weight[j] * e : y[j] - result.weight[i] * e;
  return true;
}

/// Foot of the origin on the plane of the triangle, if strictly inside:
/// n = (y_j - y_i) × (y_k - y_i), weight_i = n·(y_j × y_k) / n·n, point = n (n·y_i) / n·n.
template <typename Real>
bool on_triangle(const Points<Real>& y, const std::array<int, 3>& c, MinNorm<Real>& result) {
  const Triplet<Real> n = (y[c[1]] - y[c[0]]).cross(y[c[2]] - y[c[0]]);
  const Real square = n.dot(n);
  if (!positive(square)) return false;
  std::array<Real, 3> area;
  for (int i = 0; i < 3; ++i) {
    area[i] = n.dot(y[c[(i + 1) % 3]].cross(y[c[(i + 2) % 3]]));
    if (!positive(area[i])) return false;
  }
  const Real sum = area[0] + area[1] + area[2];
  for (int i = 0; i < 3; ++i) result.weight[c[i]] = area[i] / sum;
  result.point = (n.dot(y[c[0]]) / square) * n;
  return true;
}

/// Whether the origin is strictly inside the tetrahedron, by the signs of four volumes.
template <typename Real>
bool in_tetrahedron(const Points<Real>& y, MinNorm<Real>& result) {
  const std::array<Real, 4> volume{y[1].dot(y[2].cross(y[3])), -y[0].dot(y[2].cross(y[3])),
                                   y[0].dot(y[1].cross(y[3])), -y[0].dot(y[1].cross(y[2]))};
  const bool plus = positive(volume[0]);
  for (const Real& v : volume) {
    if (plus ? !positive(v) : !positive(-v)) return false;
  }
  const Real sum = volume[0] + volume[1] + volume[2] + volume[3];
  for (int i = 0; i < 4; ++i) result.weight[i] = volume[i] / sum;
  result.point = {};
  result.inside = true;
  return true;
}

/// The candidate of the subset `mask`, if it lies in the relative interior of that subset.
template <typename Real>
bool candidate(const Points<Real>& y, unsigned mask, MinNorm<Real>& result) {
  result = {};
  std::array<int, 4> chosen{};
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    if ((mask >> i) & 1U) chosen[count++] = i;
  }
  if (count == 4) return in_tetrahedron(y, result);
  if (count == 3) return on_triangle(y, {chosen[0], chosen[1], chosen[2]}, result);
  if (count == 2) return on_segment(y, chosen[0], chosen[1], result);
  result.weight[chosen[0]] = Real(1.0);
  result.point = y[chosen[0]];
  return true;
}

}  // namespace

template <typename Real>
MinNorm<Real> min_norm_point(const Points<Real>& y, int count) {
  const unsigned all = (1U << count) - 1U;
  MinNorm<Real> best;
  // The affine minimiser of all points is the answer if it is inside.
  if (candidate(y, all, best)) return best;
  // Otherwise the smallest of the candidates: each is a point of the simplex, one is the answer.
  bool found = false;
  Real smallest{};
  MinNorm<Real> trial;
  for (unsigned mask = 1; mask < all; ++mask) {
    if (!candidate(y, mask, trial)) continue;
    const Real square = trial.point.dot(trial.point);
    if (found && !(square < smallest)) continue;
    found = true;
    smallest = square;
    best = trial;
  }
  return best;
}

template MinNorm<double> min_norm_point(const Points<double>& y, int count);
template MinNorm<DoubleDouble> min_norm_point(const Points<DoubleDouble>& y, int count);

}  // namespace rigor
