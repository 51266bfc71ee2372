// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/certify/path.hpp>
#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/lanes.hpp>
#include <rigor/chebyshev/rounding.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

/// Fills Mq(q) and |q|² from the quaternion.
void complete(BodyPath& path) {
  const auto& [w, x, y, z] = path.quaternion;
  const ChebModel ww = w * w;
  const ChebModel xx = x * x;
  const ChebModel yy = y * y;
  const ChebModel zz = z * z;
  const ChebModel sums[2] = {ww + xx, yy + zz};
  const ChebModel differences[2] = {ww - xx, yy - zz};
  path.norm_squared = sums[0] + sums[1];
  path.rotation[0][0] = sums[0] - sums[1];
  path.rotation[1][1] = differences[0] + differences[1];
  path.rotation[2][2] = differences[0] - differences[1];
  const auto off_diagonal = [&path](int i, int j, const ChebModel& even, const ChebModel& odd) {
    path.rotation[i][j] = (even - odd) * 2.0;
    path.rotation[j][i] = (even + odd) * 2.0;
  };
  off_diagonal(0, 1, x * y, w * z);
  off_diagonal(2, 0, x * z, w * y);
  off_diagonal(1, 2, y * z, w * x);
  path.norm_range = enclosure(path.norm_squared);
  path.poses = PoseSeries(path.position, path.quaternion);
  if (path.norm_range.lo > 0.0) {
    path.bounds = path_bounds(path.position, path.quaternion, path.norm_range);
  }
}

/// The part [from, to] of f, also valid for points that are off by `doubt` in s.
ChebModel part(const ChebModel& f, double from, double to, double doubt) {
  if (f.degree() == 0) return f;
  const ChebModel slope = derivative(f);
  ChebModel result = restricted(f, from, to);
  return result.widen(raised(doubt * (coefficient_sum(slope) + slope.radius())));
}

std::span<const double> view(const std::vector<double>& coefficients) {
  return {coefficients.data(), coefficients.size()};
}

}  // namespace

bool has_proper_rotation(const BodyPath& path) {
  return path.norm_range.lo > 0.5 && path.norm_range.hi < 2.0;
}

BodyPath body_path(const trace::Segment& segment) {
  BodyPath path;
  path.clock = {segment.start, segment.length};
  path.end = segment.end;
  for (int i = 0; i < 3; ++i) path.position[i] = ChebModel(view(segment.position[i]));
  for (int i = 0; i < 4; ++i) path.quaternion[i] = ChebModel(view(segment.quaternion[i]));
  complete(path);
  return path;
}

BodyPath resting_path(const Pose& X_WB, const trace::Time& start, const trace::Time& end) {
  BodyPath path;
  path.clock = {start, trace::elapsed(start, end)};
  path.end = end;
  for (int i = 0; i < 3; ++i) path.position[i] = ChebModel(X_WB.translation[i]);
  const auto q = wxyz(X_WB.rotation);
  for (int i = 0; i < 4; ++i) path.quaternion[i] = ChebModel(q[i]);
  complete(path);
  return path;
}

BodyPath restricted_path(const BodyPath& path, const trace::Time& begin, const trace::Time& end) {
  RIGOR_DEMAND(path.clock.start <= begin && begin < end && end <= path.end);
  const Interval first = fraction_at(path.clock, begin);
  const Interval last = fraction_at(path.clock, end);
  const double from = 0.5 * (first.lo + first.hi);
  const double to = std::max(from, 0.5 * (last.lo + last.hi));
  // Half the widths for the ends; 3u of the length for the rounding of the new clock's length.
  const double doubt = raised(0.5 * std::max(first.hi - first.lo, last.hi - last.lo) +
                              3.0 * kUnit * (to - from) + 0x1p-62 / path.clock.length);
  BodyPath result;
  result.clock = {begin, trace::elapsed(begin, end)};
  result.end = end;
  for (int i = 0; i < 3; ++i) result.position[i] = part(path.position[i], from, to, doubt);
  for (int i = 0; i < 4; ++i) result.quaternion[i] = part(path.quaternion[i], from, to, doubt);
  complete(result);
  return result;
}

BodyPath path_over(const BodyPath& path, const Clock& clock, const trace::Time& end) {
  const Interval first = fraction_at(path.clock, clock.start);
  const double from = 0.5 * (first.lo + first.hi);
  const double to = from + clock.length / path.clock.length;
  RIGOR_DEMAND(path.clock.start <= clock.start && to <= 1.0 - 8.0 * kUnit);
  // The start's own width, and the roundings of `to` and of the division in it.
  const double doubt = raised(0.5 * (first.hi - first.lo) + 4.0 * kUnit);
  BodyPath result;
  result.clock = clock;
  result.end = end;
  for (int i = 0; i < 3; ++i) result.position[i] = part(path.position[i], from, to, doubt);
  for (int i = 0; i < 4; ++i) result.quaternion[i] = part(path.quaternion[i], from, to, doubt);
  complete(result);
  return result;
}

PoseSeries::PoseSeries(const ModelVector& position, const std::array<ChebModel, 4>& quaternion) {
  for (const ChebModel& f : position) size_ = std::max(size_, f.degree() + 1);
  for (const ChebModel& f : quaternion) size_ = std::max(size_, f.degree() + 1);
  std::fill_n(rows_.data(), size_, Row{});
  const auto set = [this](int column, const ChebModel& f) {
    for (int k = 0; k <= f.degree(); ++k) rows_[k][column] = f.coefficients()[k];
  };
  for (int i = 0; i < 3; ++i) set(i, position[i]);
  for (int i = 0; i < 4; ++i) set(3 + i, quaternion[i]);
}

PoseSeries& PoseSeries::operator=(const PoseSeries& other) {
  size_ = other.size_;
  if (this != &other) std::copy_n(other.rows_.data(), size_, rows_.data());
  return *this;
}

PoseSeries PoseSeries::shortened(double tolerance) const {
  PoseSeries result;
  result.size_ = size_;
  const auto small = [tolerance](double c) { return std::abs(c) < tolerance; };
  while (result.size_ > 1 &&
         std::all_of(rows_[result.size_ - 1].begin(), rows_[result.size_ - 1].end(), small)) {
    --result.size_;
  }
  std::copy_n(rows_.data(), result.size_, result.rows_.data());
  return result;
}

PoseSeries::Lost PoseSeries::lost(const PoseSeries& shorter) const {
  Lost sum;
  for (int k = shorter.size_; k < size_; ++k) {
    const Row& r = rows_[k];
    sum.position += std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    sum.quaternion += std::sqrt(r[3] * r[3] + r[4] * r[4] + r[5] * r[5] + r[6] * r[6]);
  }
  return {raised(sum.position), raised(sum.quaternion)};
}

// Clenshaw recurrences side by side, which hides the latency of each.
Pose PoseSeries::at(double s) const {
  constexpr int kPairs = 4;
  std::array<Lanes, kPairs> later{};
  std::array<Lanes, kPairs> last{};
  const auto step = [&](const Row& row, Lanes factor) {
    for (int i = 0; i < kPairs; ++i) {
      const Lanes next = factor * later[i] - last[i] + load(&row[2 * i]);
      last[i] = later[i];
      later[i] = next;
    }
  };
  const Lanes twice_x = both(4.0 * s - 2.0);
  for (int k = size_ - 1; k >= 1; --k) step(rows_[k], twice_x);
  step(rows_[0], both(0.5) * twice_x);
  Pose X_WB;
  X_WB.translation = Vector3(later[0][0], later[0][1], later[1][0]);
  X_WB.rotation = from_wxyz({later[1][1], later[2][0], later[2][1], later[3][0]}).normalized();
  return X_WB;
}

Pose pose_at(const BodyPath& path, double s) { return path.poses.at(s); }

BodyPath coarsened(const BodyPath& path, double tolerance, double reach) {
  BodyPath result;
  result.clock = path.clock;
  result.end = path.end;
  result.coarseness = tolerance / reach;
  for (int i = 0; i < 3; ++i) {
    result.position[i] = path.position[i];
    result.position[i].trim(tolerance);
    for (int j = 0; j < 3; ++j) {
      result.rotation[i][j] = path.rotation[i][j];
      result.rotation[i][j].trim(result.coarseness);
    }
  }
  result.norm_squared = path.norm_squared;
  result.norm_squared.trim(result.coarseness);
  result.norm_range = path.norm_range;
  result.poses = path.poses.shortened(std::min(tolerance, result.coarseness));
  return result;
}

ChebModel cut(ChebModel product, double coarseness) {
  if (coarseness > 0.0) product.trim(coarseness * coefficient_sum(product));
  return product;
}

Pose pose_at(const trace::Segment& segment, const trace::Time& t) {
  const double s = std::clamp(trace::elapsed(segment.start, t) / segment.length, 0.0, 1.0);
  Pose X_WB;
  std::array<double, 4> q{};
  for (int i = 0; i < 3; ++i) X_WB.translation[i] = clenshaw(view(segment.position[i]), s);
  for (int i = 0; i < 4; ++i) q[i] = clenshaw(view(segment.quaternion[i]), s);
  X_WB.rotation = from_wxyz(q).normalized();
  return X_WB;
}

ModelVector rotated(const BodyPath& path, const Vector3& r) {
  return {dot(path.rotation[0], r), dot(path.rotation[1], r), dot(path.rotation[2], r)};
}

ModelVector pulled_back(const BodyPath& path, const Vector3& n) {
  ModelVector result;
  for (int j = 0; j < 3; ++j) {
    add_linear(result[j], {&path.rotation[0][j], &path.rotation[1][j], &path.rotation[2][j]}, n);
  }
  return result;
}

ChebModel dot(const ModelVector& a, const ModelVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void add_linear(ChebModel& sum, const std::array<const ChebModel*, 3>& slopes, const Vector3& r) {
  const bool all = r[0] != 0.0 && r[1] != 0.0 && r[2] != 0.0;
  if (all) sum.add_combination(slopes, {r[0], r[1], r[2]});
  for (int i = 0; i < 3 && !all; ++i) {
    if (r[i] != 0.0) sum.add_scaled(*slopes[i], r[i]);
  }
}

ChebModel dot(const ModelVector& a, const Vector3& b) {
  ChebModel sum;
  add_linear(sum, {&a[0], &a[1], &a[2]}, b);
  return sum;
}

}  // namespace rigor
