// SPDX-License-Identifier: Apache-2.0
// The motion of a body at one instant of a recorded run.
#pragma once

#include <rigor/verification/sampled_state.hpp>

#include "integration/proved_run.hpp"

namespace rigor {

/// Motion of a body at one instant, in world axes.
struct Moving {
  Vector3 x, v, a;
  Quaternion q;
  Vector3 w;
};

inline Moving moving(const trace::Segment& segment, double t) {
  const double s = (t - trace::seconds(segment.start)) / segment.length;
  const auto& d = verification::state_at(segment, s).derivatives;
  const auto vector = [&](int k) { return Vector3(d[k][0], d[k][1], d[k][2]); };
  const auto quaternion = [&](int k) { return Quaternion(d[k][3], d[k][4], d[k][5], d[k][6]); };
  const Quaternion q = quaternion(0);
  return {vector(0), vector(1), vector(2), q, 2.0 * (quaternion(1) * q.conjugate()).vec()};
}

/// On the last segment of the body that begins by then: what follows an event at that instant.
inline Moving from(const SceneRun& run, std::uint32_t body, double t) {
  const trace::Segment* found = nullptr;
  for (const trace::Segment& segment : run.trace().segments)
    if (segment.body == body && trace::seconds(segment.start) <= t) found = &segment;
  return found == nullptr ? Moving{} : moving(*found, t);
}

/// On the first segment of the body that lasts until then: what precedes an event at that instant.
inline Moving until(const SceneRun& run, std::uint32_t body, double t) {
  for (const trace::Segment& segment : run.trace().segments)
    if (segment.body == body && trace::seconds(segment.end) >= t) return moving(segment, t);
  return {};
}

}  // namespace rigor
