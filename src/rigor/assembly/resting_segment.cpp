// SPDX-License-Identifier: Apache-2.0
#include <rigor/assembly/resting_segment.hpp>

namespace rigor {

trace::Segment resting_segment(const Body& body, const trace::Time& start, const trace::Time& end) {
  trace::Segment segment;
  segment.body = body.id;
  segment.start = start;
  segment.end = end;
  segment.length = trace::elapsed(start, end);
  segment.reason = trace::EndReason::Rest;
  const std::array<double, 4> q = wxyz(body.X_WB.rotation);
  for (int i = 0; i < 3; ++i) segment.position[i] = {body.X_WB.translation[i]};
  for (int i = 0; i < 4; ++i) segment.quaternion[i] = {q[i]};
  return segment;
}

}  // namespace rigor
