// SPDX-License-Identifier: Apache-2.0
// Pairs of polytopes that tumble towards each other, cut into segments, and their first event.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <rigor/certify/pair_events.hpp>
#include <rigor/geometry/separating_axis.hpp>
#include <rigor/geometry/solids.hpp>

#include "random_motion.hpp"

namespace rigor {

/// Two bodies with their motions from t = 0 on.
struct TumblingPair {
  PieceShape a;
  PieceShape b;
  Throw motion_a;
  Throw motion_b;
};

/// Two of `cube`, which must outlive the pair, at rest for a second, their centres 1.25 m apart.
inline PairMotion resting_beside(const PieceShape& cube) {
  Pose X_WB;
  X_WB.translation = Vector3(1.25, 0.0, 0.0);
  const trace::Time end = trace::time_from(1.0);
  return pair_motion(cube, resting_path({}, {}, end), cube, resting_path(X_WB, {}, end), {{}, end});
}

/// The pair at u.
inline PairMoment moment_of(const PairMotion& pair, double u) {
  return moment_at(pair, ends_of(pair), u, pose_at(pair, u));
}

/// A box for 8 vertices, else points on an ellipsoid.
inline Polytope random_polytope(Random& random, int vertices) {
  const auto sizes = [&](double low) {
    return Vector3(random.uniform(low, 0.5), random.uniform(low, 0.5), random.uniform(low, 0.5));
  };
  if (vertices == 8) return unwrap(make_box(sizes(0.1)));
  const Vector3 size = sizes(0.2);
  std::vector<Vector3> points;
  for (int i = 0; i < vertices; ++i) points.push_back(random_direction(random).cwiseProduct(size));
  return unwrap(make_polytope(points));
}

/// A flies at B with 2 to 6 m/s; both spin with up to `spin` rad/s.
inline TumblingPair random_pair(Random& random, int vertices, double spin) {
  PieceShape a(random_polytope(random, vertices));
  PieceShape b(random_polytope(random, vertices));
  Throw motion_a;
  Throw motion_b;
  motion_a.X_WB = {
      random_rotation(random),
      Vector3(random.uniform(1.0, 2.0), random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3))};
  motion_b.X_WB = {random_rotation(random), Vector3::Zero()};
  motion_a.V_WB = {
      Vector3(-random.uniform(2.0, 6.0), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)),
      random.uniform(0.0, spin) * random_direction(random)};
  motion_b.V_WB = {random_vector(random, 1.0),
                   random.uniform(0.0, spin) * random_direction(random)};
  return {std::move(a), std::move(b), motion_a, motion_b};
}

/// How the motions are published.
struct Publication {
  double horizon = 0.6;  ///< seconds
  int segments = 1;      ///< of equal length
  int degree = 24;
};

/// The published motion of a pair and what the finder said about it.
struct PairRun {
  std::vector<trace::Segment> segments_a;
  std::vector<trace::Segment> segments_b;
  std::vector<PairEvents> parts;  ///< one per segment, up to the first that is not StaysApart
  int feature_calls = 0;
};

inline std::vector<trace::Segment> published(const Throw& motion, const Publication& how,
                                             std::uint32_t body) {
  std::vector<trace::Segment> segments;
  const double length = how.horizon / how.segments;
  trace::Time start;
  for (int k = 0; k < how.segments; ++k) {
    Throw part = motion;
    part.X_WB = pose_after(motion, k * length);
    part.V_WB.linear = motion.V_WB.linear + k * length * motion.gravity;
    trace::Segment segment = segment_of(part, start, length, how.degree);
    segment.body = body;
    segment.index = static_cast<std::uint32_t>(k);
    start = segment.end;
    segments.push_back(std::move(segment));
  }
  return segments;
}

inline PairRun run_pair(const TumblingPair& pair, const Publication& how, double level,
                        PairTracking tracking = {}) {
  PairRun run;
  run.segments_a = published(pair.motion_a, how, 0);
  run.segments_b = published(pair.motion_b, how, 1);
  for (std::size_t k = 0; k < run.segments_a.size(); ++k) {
    const auto index = static_cast<std::uint32_t>(k);
    const BodyPath path_a = body_path(run.segments_a[k]);
    const BodyPath path_b = body_path(run.segments_b[k]);
    const TimeSpan span{run.segments_a[k].start,
                        std::min(run.segments_a[k].end, run.segments_b[k].end)};
    const PairMotion motion = pair_motion(pair.a, path_a, pair.b, path_b, span);
    run.parts.push_back(first_event(motion, {{0, 0}, {1, 0}, index, index}, level, tracking));
    run.feature_calls += run.parts.back().feature_calls;
    if (!std::holds_alternative<StaysApart>(run.parts.back().outcome)) break;
  }
  return run;
}

/// The published poses at t, in segment k.
inline PairPose published_pose(const PairRun& run, std::size_t k, const trace::Time& t) {
  return {pose_at(run.segments_a[k], t), pose_at(run.segments_b[k], t)};
}

/// The separating-axis gap by looking at all axes.
inline double axis_gap(const TumblingPair& pair, const PairPose& pose) {
  return best_axis(pair.a.polytope, pose.X_WA, pair.b.polytope, pose.X_WB).separation;
}

/// The touch of a run, if it ended in one.
inline const Touches* touch_of(const PairRun& run) {
  return std::get_if<Touches>(&run.parts.back().outcome);
}

}  // namespace rigor
