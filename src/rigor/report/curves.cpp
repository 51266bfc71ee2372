// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include <rigor/report/curves.hpp>
#include <rigor/report/track.hpp>

namespace rigor {
namespace {

bool moves(const trace::Trace& trace, const trace::Segment& segment) {
  return segment.body < trace.bodies.size() &&
         trace.bodies[segment.body].kind != trace::BodyKind::Fixed;
}

struct Energies {
  double kinetic = 0.0;
  double potential = 0.0;
};

Energies energies(const trace::Body& body, const TrackPoint& at, const Vector3& gravity) {
  const Vector3 com = at.X_WB.rotation * Vector3(body.com.data());
  const Vector3 v_com = velocity_at(at.V_WB, com);
  const Vector3 w_B = at.X_WB.rotation.conjugate() * at.V_WB.angular;
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> inertia(body.inertia.data());
  return {0.5 * body.mass * v_com.squaredNorm() + 0.5 * w_B.dot(inertia * w_B),
          -body.mass * gravity.dot(at.X_WB.translation + com)};
}

/// The energies of all bodies at one instant.
Energies energies_at(const trace::Trace& trace, const Tracks& tracks, const trace::Time& time,
                     Limit side) {
  const Vector3 gravity(trace.header.gravity.data());
  Energies sum;
  for (std::uint32_t i = 0; i < trace.bodies.size(); ++i) {
    const trace::Body& body = trace.bodies[i];
    const trace::Segment* segment = body.mass > 0 ? tracks.segment(i, time, side) : nullptr;
    if (segment == nullptr) continue;
    const double used = trace::elapsed(segment->start, segment->end);
    const double elapsed = std::clamp(trace::elapsed(segment->start, time), 0.0, used);
    const Energies one = energies(body, track_point(*segment, elapsed), gravity);
    sum.kinetic += one.kinetic;
    sum.potential += one.potential;
  }
  return sum;
}

/// Instants at which some segment begins, thinned evenly to at most `most`, with both ends.
std::vector<trace::Time> knots(const trace::Trace& trace, const Range& times, std::size_t most) {
  const trace::Time first = trace::time_from(times.low);
  const trace::Time last = trace::time_from(times.high);
  std::vector<trace::Time> all{first, last};
  for (const trace::Segment& segment : trace.segments) {
    const bool inside = first < segment.start && segment.start < last;
    if (inside && moves(trace, segment)) all.push_back(segment.start);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.size() <= most) return all;
  std::vector<trace::Time> kept;
  for (std::size_t i = 0; i < most; ++i) kept.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return kept;
}

}  // namespace

double rest_time(const trace::Trace& trace) {
  std::map<std::uint32_t, const trace::Segment*> last;
  for (const trace::Segment& segment : trace.segments) {
    if (moves(trace, segment)) last[segment.body] = &segment;
  }
  trace::Time rest = trace.header.start;
  for (const auto& [body, segment] : last) {
    if (segment->reason != trace::EndReason::Rest) return trace::seconds(trace.footer.end);
    rest = std::max(rest, segment->start);
  }
  return trace::seconds(last.empty() ? trace.footer.end : rest);
}

Range shown_times(const trace::Trace& trace) {
  constexpr double kMargin = 1.06;  // a little of the rest is shown
  const double begin = trace::seconds(trace.header.start);
  const double end = trace::seconds(trace.footer.end);
  const double shown = std::min(end, begin + kMargin * (rest_time(trace) - begin));
  if (shown > begin) return {begin, shown};
  return {begin, end > begin ? end : begin + 1.0};  // at rest from the start
}

EnergyCurves energy_curves(const trace::Trace& trace, const Range& times, int evaluations) {
  constexpr int kFewest = 4;    // samples inside each interval
  constexpr double kAll = 500;  // and about this many over the whole span: curves look smooth
  const auto bodies = std::max<std::size_t>(1, trace.bodies.size());
  const std::size_t most =
      std::max<std::size_t>(60, static_cast<std::size_t>(evaluations) / (bodies * (kFewest + 1)));
  const std::vector<trace::Time> at = knots(trace, times, most);
  const Tracks tracks(trace);
  EnergyCurves curves;
  const auto sample = [&](const trace::Time& time, Limit side) {
    const Energies sum = energies_at(trace, tracks, time, side);
    const double t = trace::seconds(time);
    curves.kinetic.push_back({t, sum.kinetic});
    curves.potential.push_back({t, sum.potential});
    curves.total.push_back({t, sum.kinetic + sum.potential});
  };
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    const double width = trace::elapsed(at[i], at[i + 1]);
    const int parts = kFewest + static_cast<int>(kAll * width / (times.high - times.low));
    for (int k = 0; k < parts; ++k) sample(trace::advanced(at[i], width * k / parts), Limit::After);
    sample(at[i + 1], Limit::Before);
  }
  return curves;
}

std::vector<Series> segment_lengths(const trace::Trace& trace) {
  std::map<trace::EndReason, Series> by_reason;
  for (const trace::Segment& segment : trace.segments) {
    if (!moves(trace, segment)) continue;
    Series& series = by_reason[segment.reason];
    series.points.push_back(
        {trace::seconds(segment.start), trace::elapsed(segment.start, segment.end)});
  }
  std::vector<Series> all;
  for (auto& [reason, series] : by_reason) {
    series.name = trace::name(reason);
    series.kind = SeriesKind::Dots;
    series.colour = colour_of(reason);
    all.push_back(std::move(series));
  }
  return all;
}

std::vector<EventMark> event_marks(const trace::Trace& trace) {
  std::vector<EventMark> marks;
  for (const trace::Event& event : trace.events) {
    if (event.kind == trace::EventKind::Sample) continue;
    const double t = trace::seconds(event.lo);
    marks.push_back({t, colour_of(event.kind),
                     fmt::format("{} at {:.9g} s{}", trace::name(event.kind), t,
                                 event.note.empty() ? "" : ": " + event.note)});
  }
  return marks;
}

int colour_of(trace::EventKind kind) {
  switch (kind) {
    case trace::EventKind::Touch:
    case trace::EventKind::Impact:
      return 1;
    case trace::EventKind::Lift:
    case trace::EventKind::Stick:
      return 2;
    case trace::EventKind::Slip:
    case trace::EventKind::Feature:
      return 4;
    case trace::EventKind::Accumulation:
      return 3;
    case trace::EventKind::Limit:
    case trace::EventKind::Sample:
      return 5;
    case trace::EventKind::Jam:
    case trace::EventKind::MultiImpact:
    case trace::EventKind::Indeterminate:
      return 6;
  }
  return 0;
}

int colour_of(trace::EndReason reason) {
  switch (reason) {
    case trace::EndReason::Accuracy:
    case trace::EndReason::Full:
      return 0;
    case trace::EndReason::Touch:
    case trace::EndReason::Star:
      return 1;
    case trace::EndReason::Lift:
    case trace::EndReason::Slip:
    case trace::EndReason::Stick:
    case trace::EndReason::Jam:
    case trace::EndReason::Dagger:
      return 2;
    case trace::EndReason::Rest:
    case trace::EndReason::Stop:
      return 3;
    case trace::EndReason::Feature:
    case trace::EndReason::Advancement:
      return 4;
    case trace::EndReason::Limit:
    case trace::EndReason::Input:
    case trace::EndReason::Transient:
      return 5;
    case trace::EndReason::BandExit:
    case trace::EndReason::Floor:
      return 6;
    case trace::EndReason::Neighbour:
      return 7;
  }
  return 0;
}

}  // namespace rigor
