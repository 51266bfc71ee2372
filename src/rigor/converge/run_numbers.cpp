// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/converge/run_numbers.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

constexpr double kShortest = 1e-7;  // s: rounding of 1e-16 m is a speed of 1e-9 m/s there

BodyNumbers numbers_of(const TrackPoint& point) {
  BodyNumbers out{};
  const std::array<double, 4> q = wxyz(point.X_WB.rotation);
  for (int i = 0; i < 3; ++i) {
    out[i] = point.X_WB.translation[i];
    out[kFirstVelocity + i] = point.V_WB.linear[i];
    out[kFirstVelocity + 3 + i] = point.V_WB.angular[i];
  }
  for (int i = 0; i < 4; ++i) out[3 + i] = q[i];
  return out;
}

/// q and -q are one orientation: that of `like` is taken.
BodyNumbers aligned_with(BodyNumbers numbers, const BodyNumbers& like) {
  double product = 0.0;
  for (std::size_t i = 3; i < kFirstVelocity; ++i) product += numbers[i] * like[i];
  if (product < 0.0)
    for (std::size_t i = 3; i < kFirstVelocity; ++i) numbers[i] = -numbers[i];
  return numbers;
}

}  // namespace

bool moves(const trace::Body& body) {
  return body.kind == trace::BodyKind::Free || body.kind == trace::BodyKind::Link;
}

BodyNumbers numbers_after(const Tracks& tracks, std::uint32_t body, const trace::Time& t) {
  const trace::Segment* segment = tracks.segment(body, t, Limit::After);
  RIGOR_DEMAND(segment != nullptr);
  const double since = std::max(0.0, trace::elapsed(segment->start, std::min(segment->end, t)));
  return numbers_of(track_point(*segment, since));
}

BodyNumbers numbers_before(const Tracks& tracks, std::uint32_t body, const trace::Time& t) {
  const trace::Segment* segment = tracks.segment(body, t, Limit::Before);
  if (segment == nullptr) return {};
  const auto at = [&] {
    const double since = trace::elapsed(segment->start, std::min(segment->end, t));
    return numbers_of(track_point(*segment, std::max(0.0, since)));
  };
  BodyNumbers numbers = at();
  while (segment->index > 0 && trace::elapsed(segment->start, segment->end) < kShortest)
    segment = tracks.segment(body, segment->index - 1);
  const BodyNumbers earlier = at();
  std::copy(earlier.begin() + kFirstVelocity, earlier.end(), numbers.begin() + kFirstVelocity);
  return numbers;
}

BodyReadings aligned(std::uint32_t body, std::vector<BodyNumbers> runs) {
  for (BodyNumbers& numbers : runs) numbers = aligned_with(numbers, runs.back());
  return {body, std::move(runs)};
}

std::vector<BodyReadings> readings_at(const std::vector<LadderRun>& runs,
                                      const std::vector<Tracks>& tracks, double time) {
  std::vector<BodyReadings> all;
  const trace::Trace& names = runs.front().trace;
  for (std::uint32_t body = 0; body < names.bodies.size(); ++body) {
    if (!moves(names.bodies[body])) continue;
    std::vector<BodyNumbers> numbers;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const trace::Time& end = runs[i].trace.footer.end;
      const bool over = time >= trace::seconds(end);
      numbers.push_back(numbers_before(tracks[i], body, over ? end : trace::time_from(time)));
    }
    all.push_back(aligned(body, std::move(numbers)));
  }
  return all;
}

}  // namespace rigor
