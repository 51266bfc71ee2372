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
    out[7 + i] = point.V_WB.linear[i];
    out[10 + i] = point.V_WB.angular[i];
  }
  for (int i = 0; i < 4; ++i) out[3 + i] = q[static_cast<std::size_t>(i)];
  return out;
}

BodyNumbers at_the_end(const trace::Trace& trace, const Tracks& tracks, std::uint32_t body) {
  const trace::Segment* segment = tracks.segment(body, trace.footer.end, Limit::Before);
  if (segment == nullptr) return {};
  // Velocities are derivatives of the path; those of a segment of a few ticks of the clock are
  // rounding, so the one before it tells.
  while (segment->index > 0 && trace::elapsed(segment->start, segment->end) < kShortest)
    segment = tracks.segment(body, segment->index - 1);
  const trace::Time end = std::min(segment->end, trace.footer.end);
  return numbers_of(track_point(*segment, trace::elapsed(segment->start, end)));
}

/// q and -q are one orientation: that of `like` is taken.
BodyNumbers aligned(BodyNumbers numbers, const BodyNumbers& like) {
  double product = 0.0;
  for (std::size_t i = 3; i < 7; ++i) product += numbers[i] * like[i];
  if (product < 0.0)
    for (std::size_t i = 3; i < 7; ++i) numbers[i] = -numbers[i];
  return numbers;
}

}  // namespace

bool moves(const trace::Body& body) {
  return body.kind == trace::BodyKind::Free || body.kind == trace::BodyKind::Link;
}

std::vector<FinalNumbers> final_numbers(const std::vector<LadderRun>& runs) {
  std::vector<FinalNumbers> all;
  const trace::Trace& first = runs.front().trace;
  for (std::uint32_t body = 0; body < first.bodies.size(); ++body)
    if (moves(first.bodies[body])) all.push_back({body, {}});
  for (const LadderRun& run : runs) {
    const Tracks tracks(run.trace);
    for (FinalNumbers& numbers : all)
      numbers.runs.push_back(at_the_end(run.trace, tracks, numbers.body));
  }
  for (FinalNumbers& numbers : all)
    for (BodyNumbers& of_run : numbers.runs) of_run = aligned(of_run, numbers.runs.back());
  return all;
}

std::array<double, 6> velocity_after(const Tracks& tracks, std::uint32_t body,
                                     const trace::Time& t) {
  const trace::Segment* segment = tracks.segment(body, t, Limit::After);
  RIGOR_DEMAND(segment != nullptr);
  const double since = std::max(0.0, trace::elapsed(segment->start, std::min(segment->end, t)));
  const BodyNumbers numbers = numbers_of(track_point(*segment, since));
  std::array<double, 6> velocity{};
  std::copy(numbers.begin() + 7, numbers.end(), velocity.begin());
  return velocity;
}

}  // namespace rigor
