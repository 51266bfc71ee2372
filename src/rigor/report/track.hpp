// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/spatial/pose.hpp>
#include <rigor/spatial/twist.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// Where a body is and how it moves at one instant of its published path.
struct TrackPoint {
  Pose X_WB;
  Twist V_WB;  ///< of the body's origin, world axes
};

/// The path of a segment, `elapsed` seconds after its start.
TrackPoint track_point(const trace::Segment& segment, double elapsed);

/// The pose alone.
Pose track_pose(const trace::Segment& segment, double elapsed);

/// At an instant where one segment ends and the next begins: which of the two.
enum class Limit { Before, After };

/// The segments of every body in order of time, for looking up instants. Refers to the trace, which
/// must outlive it.
class Tracks {
 public:
  explicit Tracks(const trace::Trace& trace);

  /// The segment of `body` at `t`; the first or last one outside its span; nullptr if it has none.
  const trace::Segment* segment(std::uint32_t body, const trace::Time& t, Limit side) const;

  /// Segment number `index` of `body`, or nullptr.
  const trace::Segment* segment(std::uint32_t body, std::uint32_t index) const;

 private:
  std::vector<std::vector<const trace::Segment*>> by_body_;
};

}  // namespace rigor
