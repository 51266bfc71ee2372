// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/report/track.hpp>

namespace rigor {
namespace {

struct ValueAndSlope {
  double value = 0.0;
  double slope = 0.0;  ///< per unit of x
};

/// Σ c_k T_k(x) and its derivative, by the forward recurrences of T_k and T_k'.
ValueAndSlope chebyshev(const std::vector<double>& c, double x) {
  double t0 = 1.0, t1 = x, d0 = 0.0, d1 = 1.0;
  ValueAndSlope sum{c.empty() ? 0.0 : c[0], 0.0};
  for (std::size_t k = 1; k < c.size(); ++k) {
    sum.value += c[k] * t1;
    sum.slope += c[k] * d1;
    const double t2 = 2 * x * t1 - t0;
    const double d2 = 2 * t1 + 2 * x * d1 - d0;
    t0 = t1;
    t1 = t2;
    d0 = d1;
    d1 = d2;
  }
  return sum;
}

}  // namespace

TrackPoint track_point(const trace::Segment& segment, double elapsed) {
  const double x = 2 * elapsed / segment.length - 1;
  const double per_second = 2 / segment.length;  // dx/dt
  Vector3 p, v;
  for (int i = 0; i < 3; ++i) {
    const ValueAndSlope one = chebyshev(segment.position[i], x);
    p[i] = one.value;
    v[i] = one.slope * per_second;
  }
  std::array<double, 4> q{}, dq{};
  for (std::size_t i = 0; i < 4; ++i) {
    const ValueAndSlope one = chebyshev(segment.quaternion[i], x);
    q[i] = one.value;
    dq[i] = one.slope * per_second;
  }
  const Quaternion quat = from_wxyz(q);
  // q̇ q⁻¹ = ½ ω plus a real part that only stretches q.
  const Quaternion turn = from_wxyz(dq) * quat.conjugate();
  const double norm_squared = quat.squaredNorm();
  return {{quat.normalized(), p}, {v, 2.0 / norm_squared * turn.vec()}};
}

Pose track_pose(const trace::Segment& segment, double elapsed) {
  return track_point(segment, elapsed).X_WB;
}

Tracks::Tracks(const trace::Trace& trace) : by_body_(trace.bodies.size()) {
  for (const trace::Segment& segment : trace.segments) {
    if (segment.body < by_body_.size() && segment.length > 0) {
      by_body_[segment.body].push_back(&segment);
    }
  }
  for (auto& list : by_body_) {
    std::stable_sort(list.begin(), list.end(),
                     [](const auto* a, const auto* b) { return a->index < b->index; });
  }
}

const trace::Segment* Tracks::segment(std::uint32_t body, const trace::Time& t, Limit side) const {
  if (body >= by_body_.size() || by_body_[body].empty()) return nullptr;
  const auto& list = by_body_[body];
  // The first segment that starts after t (or at t, looking back); the one before it is wanted.
  const auto later = [&](const trace::Segment* s) {
    return side == Limit::After ? s->start <= t : s->start < t;
  };
  const auto next = std::partition_point(list.begin(), list.end(), later);
  return next == list.begin() ? list.front() : *(next - 1);
}

const trace::Segment* Tracks::segment(std::uint32_t body, std::uint32_t index) const {
  if (body >= by_body_.size()) return nullptr;
  const auto& list = by_body_[body];
  const auto found = std::partition_point(list.begin(), list.end(),
                                          [index](const auto* s) { return s->index < index; });
  return found != list.end() && (*found)->index == index ? *found : nullptr;
}

}  // namespace rigor
