// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <rigor/certify/clock.hpp>
#include <rigor/certify/path_bounds.hpp>
#include <rigor/chebyshev/cheb_model.hpp>
#include <rigor/spatial/pose.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// Three models: a vector that depends on time.
using ModelVector = std::array<ChebModel, 3>;

/// Position and quaternion of a path side by side, for poses in plain doubles.
class PoseSeries {
 public:
  PoseSeries() = default;
  PoseSeries(const ModelVector& position, const std::array<ChebModel, 4>& quaternion);
  PoseSeries(const PoseSeries& other) { *this = other; }
  PoseSeries& operator=(const PoseSeries& other);

  Pose at(double s) const;
  /// Without the last terms, each below `tolerance` metres, or as a fraction in the quaternion.
  PoseSeries shortened(double tolerance) const;

  /// Lengths of the terms of this series that `shorter`, made of its first ones, does not have.
  struct Lost {
    double position = 0.0;  ///< metres
    double quaternion = 0.0;
  };
  Lost lost(const PoseSeries& shorter) const;

 private:
  using Row = std::array<double, 8>;  // x (3), q (4), unused

  std::array<Row, ChebModel::kMaxDegree + 1> rows_;
  int size_ = 0;
};

/// The motion of one body on [clock.start, end] as models, with the quantities every certificate
/// needs, computed once: x(s), q(s), Mq(q) = |q|² R and |q|². A body point r is at
/// x + Mq r / |q|².
struct BodyPath {
  Clock clock;
  trace::Time end;  ///< s = 1 is reached at or after it
  ModelVector position;
  std::array<ChebModel, 4> quaternion;               ///< w, x, y, z
  std::array<std::array<ChebModel, 3>, 3> rotation;  ///< Mq, row by row
  ChebModel norm_squared;                            ///< |q|²
  Interval norm_range;                               ///< contains |q|² on the whole path
  PathBounds bounds;                                 ///< if |q|² is proved to be positive
  PoseSeries poses;
  /// Products with this path may drop what is below this fraction of their size into the radius.
  double coarseness = 0.0;
};

/// Whether 1/2 < |q|² < 2 is proved on the whole path: the checker demands it, and without it a
/// path is no motion and certifies nothing.
bool has_proper_rotation(const BodyPath& path);

/// The whole nominal segment, s in [0, 1] over segment.length.
BodyPath body_path(const trace::Segment& segment);

/// A body at rest at X_WB from `start` to `end`.
BodyPath resting_path(const Pose& X_WB, const trace::Time& start, const trace::Time& end);

/// The part [begin, end] of a path, as models on [0, 1] over (end - begin) seconds. Requires begin
/// < end, both inside the path. For every t in [begin, end] the true pose is inside the models at u
/// = (t - begin) / length clamped to [0, 1]: the rounding of times is paid for in the radii.
BodyPath restricted_path(const BodyPath& path, const trace::Time& begin, const trace::Time& end);

/// The path over another clock, whose whole interval [clock.start, clock.start + clock.length] lies
/// inside the path's own; `end` as in BodyPath.
BodyPath path_over(const BodyPath& path, const Clock& clock, const trace::Time& end);

/// The same motion for proofs that have room to spare: models are cut where that costs no more than
/// about `tolerance` metres in the place of anything within `reach` metres. Its quaternion is left
/// out, so it can not be restricted, and its poses are as coarse.
BodyPath coarsened(const BodyPath& path, double tolerance, double reach);

/// `product`, cut at this fraction of its size.
ChebModel cut(ChebModel product, double coarseness);

/// The pose at s (plain doubles, for proposals).
Pose pose_at(const BodyPath& path, double s);

/// The pose of a segment at instant t (plain doubles).
Pose pose_at(const trace::Segment& segment, const trace::Time& t);

/// Mq(q) r: the vector r of the body, in the world, times |q|².
ModelVector rotated(const BodyPath& path, const Vector3& r);

/// Mq(q)ᵀ n for a constant world vector n.
ModelVector pulled_back(const BodyPath& path, const Vector3& n);

/// Adds Σ r_i slopes_i.
void add_linear(ChebModel& sum, const std::array<const ChebModel*, 3>& slopes, const Vector3& r);

/// Σ a_i b_i.
ChebModel dot(const ModelVector& a, const ModelVector& b);
ChebModel dot(const ModelVector& a, const Vector3& b);

}  // namespace rigor
