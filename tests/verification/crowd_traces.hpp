// SPDX-License-Identifier: Apache-2.0
// Traces of many bodies in the shape that methods of first order leave behind: straight segments of
// one step for every body, and a certificate for each step of each near pair.
#pragma once

#include "sample_traces.hpp"

namespace rigor::verification {

/// Cubes of side 0.1 in a grid of rows x rows x layers over the ground, 0.1 mm apart, each rocking
/// by some micrometres in its own rhythm, for `steps` steps of 0.01 s; cubes of the uppermost layer
/// fly upwards and away from each other instead, turning, and have no certificates.
struct Crowd {
  int rows = 3;
  int layers = 3;
  int steps = 4;
  double step = 0.01;

  static constexpr double kPitch = 0.1001;
  static constexpr double kGap = 1e-4;

  Path path(int index) const {
    const int layer = index / (rows * rows);
    const Triple centre = {kPitch * (index % rows), kPitch * (index / rows % rows),
                           0.05 + kGap + kPitch * layer};
    const double rate = 3.0 + 0.37 * index;
    const bool thrown = layer > 0 && layer + 1 == layers;
    return [centre, rate, thrown](double t) {
      SamplePose pose{centre, rotation({0.0, 0.6, 0.8}, 1e-5 * std::sin(rate * t))};
      for (std::size_t i = 0; i < 3; ++i) {
        pose.x[i] += 1e-5 * std::sin((rate + static_cast<double>(i)) * t);
      }
      if (!thrown) return pose;
      pose.x = {pose.x[0] * (1.0 + 3.0 * t), pose.x[1] * (1.0 + 3.0 * t),
                pose.x[2] + 2e-3 + 2.0 * t};
      pose.q = rotation({0.0, 0.6, 0.8}, 0.5 * t);
      return pose;
    };
  }

  bool is_thrown(std::uint32_t body) const {
    const int layer = static_cast<int>(body) / (rows * rows);
    return layer > 0 && layer + 1 == layers;
  }

  /// The face of `a` that looks along `axis` keeps b away, on segment k of both (b alone if a is
  /// the ground).
  Certificate certificate(const Trace& trace, std::uint32_t a, std::uint32_t b, std::size_t axis,
                          std::uint32_t k) const {
    const Segment& segment = trace.segments[k * trace.bodies.size() + b];
    Certificate c;
    const bool ground = a == trace::kWorld;
    c.a = {a, 0};
    c.b = {b, 0};
    c.segment_a = ground ? trace::kNoSegment : k;
    c.segment_b = k;
    c.begin = segment.start;
    c.end = segment.end;
    c.frame = ground ? PlaneFrame::World : PlaneFrame::A;
    c.normal[axis] = 1.0;
    c.offset = ground ? 0.0 : 0.05;
    c.level = 0.25 * kGap;
    return c;
  }

  Trace trace() const {
    Trace trace = blank_trace();
    trace.header.method = "first_order";
    add_ground(trace);
    const int count = rows * rows * layers;
    for (int i = 0; i < count; ++i) {
      trace.bodies.push_back(cube_body("cube" + std::to_string(i), 0.05));
    }
    trace::Time start = trace.header.start;
    for (int k = 0; k < steps; ++k) {
      trace::Time end = start;
      for (int i = 0; i < count; ++i) {
        Segment segment = straight(path(i), start, step);
        segment.body = static_cast<std::uint32_t>(i);
        segment.index = static_cast<std::uint32_t>(k);
        end = segment.end;
        trace.segments.push_back(segment);
      }
      start = end;
    }
    trace.footer.end = start;
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(steps); ++k) add_step(trace, k);
    return trace;
  }

 private:
  /// Straight from the pose at the start to the pose at the end.
  static Segment straight(const Path& path, const trace::Time& start, double step) {
    Segment segment;
    segment.start = start;
    segment.end = trace::advanced(start, step);
    segment.length = step * (1.0 + 1e-9);
    const SamplePose p = path(trace::seconds(start));
    const SamplePose q = path(trace::seconds(segment.end));
    const double over = segment.length / trace::elapsed(start, segment.end);
    const auto row = [over](double x, double y) {
      const double end = x + (y - x) * over;
      return std::vector<double>{0.5 * (x + end), 0.5 * (end - x)};
    };
    for (std::size_t i = 0; i < 3; ++i) segment.position[i] = row(p.x[i], q.x[i]);
    for (std::size_t i = 0; i < 4; ++i) segment.quaternion[i] = row(p.q[i], q.q[i]);
    return segment;
  }

  void add_step(Trace& trace, std::uint32_t k) const {
    const auto count = static_cast<std::uint32_t>(trace.bodies.size());
    const auto side = static_cast<std::uint32_t>(rows);
    for (std::uint32_t b = 0; b < side * side; ++b) {
      trace.certificates.push_back(certificate(trace, trace::kWorld, b, 2, k));
    }
    for (std::uint32_t a = 0; a < count; ++a) {
      const std::array<bool, 3> more = {a % side + 1 < side, a / side % side + 1 < side,
                                        a + side * side < count};
      const std::array<std::uint32_t, 3> next = {1, side, side * side};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!more[axis] || is_thrown(a + next[axis])) continue;
        trace.certificates.push_back(certificate(trace, a, a + next[axis], axis, k));
      }
    }
  }
};

}  // namespace rigor::verification
