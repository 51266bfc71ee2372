// SPDX-License-Identifier: Apache-2.0
// Valid traces of simple motions with their certificates, made without any of the simulator: poses
// given by formulas, interpolated at Chebyshev points.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>

#include <rigor/trace/types.hpp>

namespace rigor::verification {

using trace::Certificate;
using trace::CertificateKind;
using trace::PieceId;
using trace::PlaneFrame;
using trace::Segment;
using trace::Trace;
using trace::Triple;

using Quadruple = std::array<double, 4>;

struct SamplePose {
  Triple x{};
  Quadruple q{1.0, 0.0, 0.0, 0.0};
};
using Path = std::function<SamplePose(double)>;

inline Quadruple times(const Quadruple& p, const Quadruple& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
          p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}

/// The rotation by `angle` about the unit vector `axis`.
inline Quadruple rotation(const Triple& axis, double angle) {
  const double s = std::sin(angle / 2.0);
  return {std::cos(angle / 2.0), s * axis[0], s * axis[1], s * axis[2]};
}

inline Triple turned(const Quadruple& q, const Triple& x) {
  const Quadruple r = times(times(q, {0.0, x[0], x[1], x[2]}), {q[0], -q[1], -q[2], -q[3]});
  return {r[1], r[2], r[3]};
}

/// A box with all its edges and faces.
inline trace::Piece box_piece(double hx, double hy, double hz) {
  trace::Piece piece{"box", {}, {}, {}};
  for (std::uint32_t i = 0; i < 8; ++i) {
    piece.vertices.push_back(
        {(i & 1U) != 0 ? hx : -hx, (i & 2U) != 0 ? hy : -hy, (i & 4U) != 0 ? hz : -hz});
    for (std::uint32_t bit : {1U, 2U, 4U}) {
      if ((i & bit) == 0) piece.edges.push_back({i, i | bit});
    }
  }
  piece.faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                 {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  return piece;
}

inline trace::Body cube_body(const std::string& name, double half) {
  trace::Body body;
  body.name = name;
  body.mass = 1.0;
  const double inertia = 2.0 * half * half / 3.0;
  body.inertia = {inertia, 0, 0, 0, inertia, 0, 0, 0, inertia};
  body.pieces.push_back(box_piece(half, half, half));
  return body;
}

/// Interpolates the path on [start, start + length] with the given degree.
inline Segment fitted(const Path& path, const trace::Time& start, double length, int degree) {
  Segment segment;
  segment.start = start;
  segment.length = length;
  segment.end = trace::advanced(start, length);
  // advanced() rounds once; the nominal length must reach the end
  while (trace::elapsed(start, segment.end) > segment.length) {
    segment.length = std::nextafter(segment.length, 1e9);
  }
  segment.length *= 1.0 + 1e-12;
  const int n = degree + 1;
  for (auto& row : segment.position) row.assign(static_cast<std::size_t>(n), 0.0);
  for (auto& row : segment.quaternion) row.assign(static_cast<std::size_t>(n), 0.0);
  for (int j = 0; j < n; ++j) {
    const double angle = std::numbers::pi * (j + 0.5) / n;
    const double s = (std::cos(angle) + 1.0) / 2.0;
    const SamplePose pose = path(trace::seconds(start) + s * segment.length);
    for (int k = 0; k < n; ++k) {
      const double weight = (k == 0 ? 1.0 : 2.0) / n * std::cos(k * angle);
      const auto at = static_cast<std::size_t>(k);
      for (std::size_t i = 0; i < 3; ++i) segment.position[i][at] += weight * pose.x[i];
      for (std::size_t i = 0; i < 4; ++i) segment.quaternion[i][at] += weight * pose.q[i];
    }
  }
  return segment;
}

/// Appends `count` segments of this length for the body.
inline void add_path(Trace& trace, std::uint32_t body, const Path& path, int count, double length,
                     int degree) {
  trace::Time start = trace.header.start;
  for (int k = 0; k < count; ++k) {
    Segment segment = fitted(path, start, length, degree);
    segment.body = body;
    segment.index = static_cast<std::uint32_t>(k);
    start = segment.end;
    trace.segments.push_back(segment);
  }
  trace.footer.end = start;
}

inline const Segment& segment_of(const Trace& trace, std::uint32_t body, std::uint32_t index) {
  for (const Segment& segment : trace.segments) {
    if (segment.body == body && segment.index == index) return segment;
  }
  std::abort();
}

inline Trace blank_trace() {
  Trace trace;
  trace.header.scene_name = "sample";
  trace.header.gravity = {0.0, 0.0, -9.81};
  trace.footer.stopped = "time";
  trace.complete = true;
  return trace;
}

inline void add_ground(Trace& trace) { trace.half_spaces.push_back({"ground", {0, 0, 1}, 0.0}); }

/// One certificate per segment of the body against half-space 0.
inline void add_ground_certificates(Trace& trace, std::uint32_t body) {
  for (const Segment& segment : trace.segments) {
    if (segment.body != body) continue;
    Certificate c;
    c.a = {trace::kWorld, 0};
    c.b = {body, 0};
    c.segment_b = segment.index;
    c.begin = segment.start;
    c.end = segment.end;
    c.normal = trace.half_spaces[0].normal;
    c.offset = trace.half_spaces[0].offset;
    c.level = 0.98 * trace.header.skin;
    trace.certificates.push_back(c);
  }
}

/// A unit cube thrown over the ground, turning about a skew axis. Nothing comes closer than about
/// `clearance`.
inline Trace thrown_cube(int segments, double length, int degree, double clearance = 0.1) {
  Trace trace = blank_trace();
  add_ground(trace);
  trace.bodies.push_back(cube_body("cube", 0.5));
  const double total = segments * length;
  const Triple axis = {2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0};
  const double height = std::sqrt(0.75) + clearance;
  const Path path = [=](double t) {
    SamplePose pose;
    pose.x = {0.3 * t, -0.2 * t, height + 9.81 / 2.0 * t * (total - t)};
    pose.q = rotation(axis, 5.0 * t);
    return pose;
  };
  add_path(trace, 0, path, segments, length, degree);
  add_ground_certificates(trace, 0);
  return trace;
}

/// A unit cube that slides and spins on the ground at the height of the skin; four active vertices.
inline Trace sliding_cube(int segments, double length, int degree) {
  Trace trace = blank_trace();
  add_ground(trace);
  trace.bodies.push_back(cube_body("cube", 0.5));
  const double skin = trace.header.skin;
  const Path path = [=](double t) {
    SamplePose pose;
    pose.x = {0.5 * t, 0.1 * t, 0.5 + skin};
    pose.q = rotation({0, 0, 1}, 2.0 * t);
    return pose;
  };
  add_path(trace, 0, path, segments, length, degree);
  add_ground_certificates(trace, 0);
  for (Certificate& c : trace.certificates) {
    c.kind = CertificateKind::Contact;
    c.active = {0, 1, 2, 3};
    c.band_low = 0.99 * skin;
    c.band_high = 1.01 * skin;
  }
  return trace;
}

inline Triple minus(const Triple& x, const Triple& y) {
  return {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
}
inline double inner(const Triple& x, const Triple& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

/// Plane certificates between bodies a and b (one piece each, segments of equal times) with the
/// normal along the line of centres, in the given frame, `parts` a segment. Valid if the balls
/// around the bodies stay well apart.
inline void add_centre_planes(Trace& trace, std::uint32_t a, std::uint32_t b, const Path& path_a,
                              const Path& path_b, PlaneFrame frame, int parts) {
  std::vector<Segment> segments;
  for (const Segment& segment : trace.segments) {
    if (segment.body == a) segments.push_back(segment);
  }
  for (const Segment& segment : segments) {
    const double h = trace::elapsed(segment.start, segment.end) / parts;
    trace::Time begin = segment.start;
    for (int i = 0; i < parts; ++i) {
      Certificate c;
      c.a = {a, 0};
      c.b = {b, 0};
      c.frame = frame;
      c.segment_a = c.segment_b = segment.index;
      c.begin = begin;
      c.end = i + 1 == parts ? segment.end : trace::advanced(begin, h);
      begin = c.end;
      const double t = trace::seconds(c.begin) + h / 2.0;
      const SamplePose pa = path_a(t);
      const SamplePose pb = path_b(t);
      Triple n = minus(pb.x, pa.x);
      const double d = std::sqrt(inner(n, n));
      for (double& x : n) x /= d;
      const Triple middle = {(pa.x[0] + pb.x[0]) / 2, (pa.x[1] + pb.x[1]) / 2,
                             (pa.x[2] + pb.x[2]) / 2};
      const auto inverse = [](const Quadruple& q) { return Quadruple{q[0], -q[1], -q[2], -q[3]}; };
      c.normal = n;
      c.offset = inner(n, middle);
      if (frame == PlaneFrame::A) {
        c.normal = turned(inverse(pa.q), n);
        c.offset = inner(n, minus(middle, pa.x));
      } else if (frame == PlaneFrame::B) {
        c.normal = turned(inverse(pb.q), n);
        c.offset = inner(n, minus(middle, pb.x));
      } else {
        // the plane moves with the mean of both centres
        const double e = 1e-6;
        const SamplePose qa = path_a(t + e);
        const SamplePose qb = path_b(t + e);
        const Triple later = {(qa.x[0] + qb.x[0]) / 2, (qa.x[1] + qb.x[1]) / 2,
                              (qa.x[2] + qb.x[2]) / 2};
        c.speed = inner(n, minus(later, middle)) / e;
        c.offset -= c.speed * h / 2.0;
      }
      c.level = 0.98 * trace.header.skin;
      trace.certificates.push_back(c);
    }
  }
}

/// Two turning unit cubes that pass each other 1.9 m apart (the balls around them are 0.17 m apart
/// then), with planes in the given frame.
inline Trace passing_cubes(PlaneFrame frame, int segments, double length, int degree, int parts) {
  Trace trace = blank_trace();
  trace.bodies = {cube_body("left", 0.5), cube_body("right", 0.5)};
  const double half = segments * length / 2.0;
  const Path left = [=](double t) {
    return SamplePose{{2.0 * (t - half), 0.0, 0.1 * t}, rotation({0, 0.6, 0.8}, 3.0 * t)};
  };
  const Path right = [=](double t) {
    return SamplePose{{-2.0 * (t - half), 1.9, 0.0}, rotation({1, 0, 0}, 0.3 - 2.0 * t)};
  };
  add_path(trace, 0, left, segments, length, degree);
  add_path(trace, 1, right, segments, length, degree);
  add_centre_planes(trace, 0, 1, left, right, frame, parts);
  return trace;
}

/// rows x columns unit cubes, 1.2 m apart, that rock over the ground; planes between neighbours.
inline Trace rocking_cubes(int rows, int columns, int segments, double length, int degree) {
  Trace trace = blank_trace();
  add_ground(trace);
  std::vector<Path> paths;
  for (int i = 0; i < rows * columns; ++i) {
    trace.bodies.push_back(cube_body("cube " + std::to_string(i), 0.5));
    const double x = 1.2 * (i % columns);
    const double y = 1.2 * (i / columns);
    const Triple axis = {0.6, i % 2 == 0 ? 0.8 : -0.8, 0.0};
    paths.push_back([=](double t) {
      return SamplePose{{x, y, 0.7 + 0.01 * std::sin(3.0 * t + i)},
                        rotation(axis, 0.1 * std::sin(4.0 * t + 0.7 * i))};
    });
    add_path(trace, static_cast<std::uint32_t>(i), paths.back(), segments, length, degree);
    add_ground_certificates(trace, static_cast<std::uint32_t>(i));
  }
  const std::array<PlaneFrame, 3> frames = {PlaneFrame::A, PlaneFrame::B, PlaneFrame::World};
  for (int i = 0; i < rows * columns; ++i) {
    const PlaneFrame frame = frames[i % 3];
    const auto join = [&](int j) {
      const auto a = static_cast<std::uint32_t>(i);
      const auto b = static_cast<std::uint32_t>(j);
      add_centre_planes(trace, a, b, paths[a], paths[b], frame, 1);
    };
    if (i % columns + 1 < columns) join(i + 1);
    if (i + columns < rows * columns) join(i + columns);
  }
  return trace;
}

/// The same motion seen from a skew frame, where boxes along the axes are of no use.
inline Path tilted(const Path& path) {
  return [path](double t) {
    const Quadruple tilt = rotation({0.6, 0.8, 0.0}, 0.7);
    const SamplePose pose = path(t);
    return SamplePose{turned(tilt, pose.x), times(tilt, pose.q)};
  };
}

/// Two bars, each standing on an edge along its length, one over the other and turning; the edges
/// pass at the distance `gap`. The bars are long enough that the edges cross in their middle.
inline Trace crossing_bars(int segments, double length, int degree, double gap, bool contact) {
  Trace trace = blank_trace();
  for (const char* name : {"lower", "upper"}) {
    trace::Body body = cube_body(name, 0.5);
    body.pieces = {box_piece(1.0, 0.1, 0.1)};
    trace.bodies.push_back(body);
  }
  const double reach = 0.1 * std::numbers::sqrt2;
  const Quadruple on_edge = rotation({1, 0, 0}, std::numbers::pi / 4.0);
  const Path lower = [=](double t) {
    return SamplePose{{0.01 * t, 0.0, 0.0}, times(rotation({0, 0, 1}, 0.2 * t), on_edge)};
  };
  const Path upper = [=](double t) {
    return SamplePose{{0.0, 0.02 * t, 2.0 * reach + gap},
                      times(rotation({0, 0, 1}, 1.5 - 0.4 * t), on_edge)};
  };
  add_path(trace, 0, tilted(lower), segments, length, degree);
  add_path(trace, 1, tilted(upper), segments, length, degree);
  // vertices of the top and bottom edges: the rotation by 45 degrees lifts (y, z) = (+, +)
  for (int k = 0; k < segments; ++k) {
    const Segment& segment = segment_of(trace, 0, static_cast<std::uint32_t>(k));
    Certificate c;
    c.a = {0, 0};
    c.b = {1, 0};
    c.kind = CertificateKind::EdgeEdge;
    c.segment_a = c.segment_b = static_cast<std::uint32_t>(k);
    c.begin = segment.start;
    c.end = segment.end;
    c.edge_a = {6, 7};
    c.edge_b = {0, 1};
    c.sign = 1;
    c.level = contact ? 0.99 * gap : 0.98 * trace.header.skin;
    c.slack = contact ? 0.005 * gap : 0.0;
    c.band_low = contact ? 0.99 * gap : 0.0;
    c.band_high = contact ? 1.01 * gap : 0.0;
    trace.certificates.push_back(c);
  }
  return trace;
}

/// A prism over a regular polygon that rolls on the ground over `segments` of its faces, always
/// with the two ends of one edge in contact.
inline Trace rolling_prism(int corners, int segments, double length, int degree) {
  Trace trace = blank_trace();
  add_ground(trace);
  trace::Body body = cube_body("prism", 0.5);
  trace::Piece piece{"prism", {}, {}, {}};
  const double turn = 2.0 * std::numbers::pi / corners;
  const auto corner = [=](int i, double y) {
    return Triple{std::sin(i * turn), y, -std::cos(i * turn)};
  };
  for (int i = 0; i < corners; ++i) {
    piece.vertices.push_back(corner(i, -0.5));
    piece.vertices.push_back(corner(i, 0.5));
  }
  body.pieces = {piece};
  trace.bodies.push_back(body);
  const double skin = trace.header.skin;
  const double side = 2.0 * std::sin(turn / 2.0);
  trace::Time start = trace.header.start;
  for (int k = 0; k < segments; ++k) {
    // From face (k-1, k) flat to face (k, k+1) flat, about corner k, which stands at x = k side.
    const double t0 = trace::seconds(start);
    const Path path = [=](double t) {
      const double angle = (k - 0.5) * turn + turn * (t - t0) / length;
      SamplePose pose;
      pose.q = rotation({0, 1, 0}, angle);
      const Triple p = turned(pose.q, corner(k, 0.0));
      pose.x = {k * side - p[0], 0.0, skin - p[2]};
      return pose;
    };
    Segment segment = fitted(path, start, length, degree);
    segment.index = static_cast<std::uint32_t>(k);
    start = segment.end;
    trace.segments.push_back(segment);
  }
  trace.footer.end = start;
  add_ground_certificates(trace, 0);
  for (Certificate& c : trace.certificates) {
    c.kind = CertificateKind::Contact;
    const std::uint32_t k = c.segment_b % static_cast<std::uint32_t>(corners);
    c.active = {2 * k, 2 * k + 1};
    c.band_low = 0.99 * skin;
    c.band_high = 1.01 * skin;
  }
  return trace;
}

}  // namespace rigor::verification
