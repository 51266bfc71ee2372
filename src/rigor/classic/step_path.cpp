// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <rigor/assembly/link_paths.hpp>
#include <rigor/classic/step_path.hpp>
#include <rigor/dynamics/configuration.hpp>

namespace rigor {
namespace {

/// |q|² may grow by this factor along one segment; the checker demands less than 2.
constexpr double kMostGrowth = 1.0 + 0.25 * kMostTurn * kMostTurn;
/// Degrees tried for the paths of links, until the last coefficients are below kPathTail.
constexpr std::array<int, 4> kLinkDegrees{8, 12, 16, 24};
constexpr double kPathTail = 1e-13;  // m, and as a fraction in quaternions

/// Where the stretches of a step end, as seconds from its start.
std::vector<double> stretch_ends(double h, double fastest) {
  std::vector<double> ends;
  double norm_squared = 1.0;
  for (;;) {
    norm_squared *= kMostGrowth;
    const double t = fastest > 0.0 ? 2.0 * std::sqrt(norm_squared - 1.0) / fastest
                                   : std::numeric_limits<double>::infinity();
    if (t >= h) break;
    ends.push_back(t);
  }
  ends.push_back(h);
  return ends;
}

/// A degree-1 row from a to b.
std::vector<double> straight(double a, double b) { return {0.5 * (a + b), 0.5 * (b - a)}; }

/// A nominal length that reaches the end in exact arithmetic.
double covering(const trace::Time& start, const trace::Time& end) {
  double length = trace::elapsed(start, end);
  while (trace::advanced(start, length) < end)
    length = std::nextafter(length, std::numeric_limits<double>::infinity());
  return length * (1.0 + 0x1p-50);
}

/// What moves coordinates along a step: straight, and loops are closed on the way.
CoordinatesAt course_of(const Model& model, const StraightCoordinates& at) {
  if (model.loops.empty()) return at;
  return [&model, at, loops = std::make_shared<ClosedLoops>(model)](double t) {
    State state{0.0, at(t), Eigen::VectorXd::Zero(model.v_size)};
    normalize(model, state);
    close_drift(model, state, *loops);
    return state.q;
  };
}

/// The free body's segment on [from, to] seconds of the step.
void write_free(const StraightCoordinates& at, int first_q, double from, double to,
                trace::Segment& segment) {
  for (int i = 0; i < 3; ++i)
    segment.position[i] = straight(at.q[first_q + i] + from * at.rates[first_q + i],
                                   at.q[first_q + i] + to * at.rates[first_q + i]);
  const Eigen::Vector4d q = at.q.segment<4>(first_q + 3);
  const Eigen::Vector4d rate = at.rates.segment<4>(first_q + 3);
  const double scale = 1.0 / (q + from * rate).norm();
  for (int i = 0; i < 4; ++i)
    segment.quaternion[i] =
        straight(scale * (q[i] + from * rate[i]), scale * (q[i] + to * rate[i]));
}

}  // namespace

StepPaths step_paths(const SteppedBodies& bodies, const TakenStep& step, const trace::Time& start,
                     const std::optional<trace::Time>& end) {
  StraightCoordinates at{step.q_before, Eigen::VectorXd(bodies.model.q_size)};
  coordinate_rates(bodies.model, step.q_before, step.v_during, at.rates);
  double fastest = 0.0;
  for (const Link& link : bodies.model.links)
    if (!has_plain_coordinates(link.joint) && link.velocities >= 3)
      fastest =
          std::max(fastest, step.v_during.segment<3>(link.first_v + link.velocities - 3).norm());
  const CoordinatesAt course = course_of(bodies.model, at);
  StepPaths out;
  double from = 0.0;
  trace::Time begin = start;
  for (const double to : stretch_ends(step.h, fastest)) {
    const bool last = to == step.h;
    StepStretch stretch{begin, last && end ? *end : trace::advanced(start, to), {}};
    const double length = covering(begin, stretch.end);
    for (const Mechanism& mechanism : bodies.model.mechanisms) {
      std::vector<trace::Segment> segments;
      for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
        if (bodies.model.links[i].fixed_to_world) continue;
        trace::Segment segment;
        segment.body = static_cast<std::uint32_t>(i);
        segment.start = begin;
        segment.end = stretch.end;
        segment.length = length;
        segments.push_back(segment);
      }
      if (segments.empty()) continue;
      if (bodies.world->bodies[segments[0].body].role == BodyRole::Free)
        write_free(at, mechanism.first_q, from, to, segments[0]);
      else
        out.error = std::max(out.error, write_link_paths(bodies.model, mechanism, 0, course, from,
                                                         to, {kLinkDegrees, kPathTail}, segments));
      stretch.segments.insert(stretch.segments.end(), segments.begin(), segments.end());
    }
    out.stretches.push_back(std::move(stretch));
    from = to;
    begin = out.stretches.back().end;
  }
  return out;
}

StepStretch resting_stretch(const SteppedBodies& bodies, const trace::Time& start,
                            const trace::Time& end) {
  StepStretch stretch{start, end, {}};
  for (std::size_t i = 0; i < bodies.model.links.size(); ++i) {
    if (bodies.model.links[i].fixed_to_world) continue;
    trace::Segment segment;
    segment.body = static_cast<std::uint32_t>(i);
    segment.start = start;
    segment.end = end;
    segment.length = covering(start, end);
    const std::array<double, 4> q = wxyz(bodies.poses[i].rotation);
    for (int k = 0; k < 3; ++k) segment.position[k] = {bodies.poses[i].translation[k]};
    for (int k = 0; k < 4; ++k) segment.quaternion[k] = {q[k]};
    stretch.segments.push_back(std::move(segment));
  }
  return stretch;
}

}  // namespace rigor
