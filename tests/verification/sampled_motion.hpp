// SPDX-License-Identifier: Apache-2.0
// The residuals of motion and law of one body on half-spaces, or on hinges of the world, by
// sampling in doubles: an independent, weaker measure that no bound of the checker may fall below.
// Forces of contacts act at vertices.
#pragma once

#include <algorithm>

#include "sample_traces.hpp"

namespace rigor::verification {

struct SampledResidual {
  double displacement = 0.0;
  double turn = 0.0;
  double impulse = 0.0;      ///< N s
  double law_impulse = 0.0;  ///< N s
  double law_drift = 0.0;
};

namespace sampled {

inline double series(const std::vector<double>& c, double x) {
  double b1 = 0, b2 = 0;
  for (std::size_t k = c.size(); k-- > 1;) {
    const double b = 2 * x * b1 - b2 + c[k];
    b2 = b1, b1 = b;
  }
  return c[0] + x * b1 - b2;
}

inline Triple plus(const Triple& x, const Triple& y, double s = 1.0) {
  return {x[0] + s * y[0], x[1] + s * y[1], x[2] + s * y[2]};
}
inline Triple product(const Triple& x, const Triple& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}
inline double length(const Triple& x) { return std::sqrt(inner(x, x)); }

struct Pose {
  Triple x{};
  Quadruple q{};  ///< of unit length
};

inline Pose pose(const Segment& segment, double since) {
  Pose at;
  const double s = 2 * since / segment.length - 1;
  double size = 0;
  for (std::size_t i = 0; i < 3; ++i) at.x[i] = series(segment.position[i], s);
  for (std::size_t i = 0; i < 4; ++i) at.q[i] = series(segment.quaternion[i], s);
  for (const double q : at.q) size += q * q;
  for (double& q : at.q) q /= std::sqrt(size);
  return at;
}

/// Velocity and spin (world) by central differences.
struct Rates {
  Triple v{}, w{};
};
inline Rates rates(const Segment& segment, double since) {
  const double e = 1e-4 * segment.length;
  const Pose p = pose(segment, since + e), m = pose(segment, since - e);
  Rates out;
  out.v = plus({}, plus(p.x, m.x, -1), 1 / (2 * e));
  const Quadruple turn = times(p.q, {m.q[0], -m.q[1], -m.q[2], -m.q[3]});
  const double sign = turn[0] < 0 ? -1 : 1;
  out.w = plus({}, {turn[1], turn[2], turn[3]}, sign * 2 / (2 * e));
  return out;
}

}  // namespace sampled

/// Of body 0. `samples` instants per segment.
inline SampledResidual sampled_residual(const Trace& trace, int samples = 40) {
  using namespace sampled;
  SampledResidual out;
  const trace::Body& body = trace.bodies[0];
  const auto inertia_solved = [&](const Quadruple& q, const Triple& L) {
    // These bodies have diagonal inertias.
    const Triple local = turned({q[0], -q[1], -q[2], -q[3]}, L);
    return turned(
        q, {local[0] / body.inertia[0], local[1] / body.inertia[4], local[2] / body.inertia[8]});
  };
  for (std::size_t k = 0; k < trace.segments.size(); ++k) {
    const Segment& segment = trace.segments[k];
    const double h = trace::elapsed(segment.start, segment.end);
    const auto force_at = [&](double since, Triple& force, Triple& moment) {
      force = plus({}, trace.header.gravity, body.mass);
      moment = {};
      const Pose at = pose(segment, since);
      for (const trace::ContactForce& record : trace.forces) {
        const double t = trace::elapsed(record.begin, segment.start) + since;
        if (t < 0 || t > trace::elapsed(record.begin, record.end)) continue;
        for (const trace::ForcePoint& point : record.points) {
          Triple f;
          for (std::size_t i = 0; i < 3; ++i)
            f[i] = series(point.force[i], 2 * t / record.length - 1);
          force = plus(force, f);
          moment = plus(moment, product(turned(at.q, body.pieces[0].vertices[point.vertex_b]), f));
        }
      }
      for (const trace::JointForce& record : trace.joint_forces) {
        const double t = trace::elapsed(record.begin, segment.start) + since;
        if (t < 0 || t > trace::elapsed(record.begin, record.end)) continue;
        Triple f, m;
        for (std::size_t i = 0; i < 3; ++i) {
          f[i] = series(record.force[i], 2 * t / record.length - 1);
          m[i] = series(record.moment[i], 2 * t / record.length - 1);
        }
        const Triple arm = turned(at.q, trace.joints[record.joint].anchor_child);
        force = plus(force, f);
        moment = plus(plus(moment, m), product(arm, f));
      }
    };
    Triple p = segment.momentum, L = segment.angular_momentum, f0, m0;
    const double step = h / samples;
    force_at(1e-9 * h, f0, m0);
    double worst_v = 0, worst_w = 0;
    for (int j = 0; j < samples; ++j) {  // Simpson's rule
      Triple f1, m1, f2, m2;
      force_at((j + 0.5) * step, f1, m1);
      force_at(std::min((j + 1) * step, (1 - 1e-9) * h), f2, m2);
      p = plus(plus(plus(p, f0, step / 6), f1, step * 4 / 6), f2, step / 6);
      L = plus(plus(plus(L, m0, step / 6), m1, step * 4 / 6), m2, step / 6);
      f0 = f2, m0 = m2;
      if (j + 1 == samples) break;
      const Rates is = rates(segment, (j + 1) * step);
      const Pose at = pose(segment, (j + 1) * step);
      worst_v = std::max(worst_v, length(plus(is.v, p, -1 / body.mass)));
      worst_w = std::max(worst_w, length(plus(is.w, inertia_solved(at.q, L), -1)));
    }
    out.displacement += h * worst_v;
    out.turn += h * worst_w;
    if (k + 1 == trace.segments.size()) continue;
    const Triple& after = trace.segments[k + 1].momentum;
    Triple jump = plus(after, p, -1);
    for (const trace::Event& event : trace.events) {
      if (event.at != segment.end) continue;
      // Along the common normal the compression stops the body, and e times it is what it leaves
      // with.
      Triple stopped = p, left = after;
      for (const auto& contact : event.contacts) {
        jump = plus(jump, contact.impulse, -1);
        stopped = plus(stopped, contact.compression);
        left = plus(left, contact.compression, -contact.restitution);
      }
      const Triple& n = event.contacts.front().normal;
      out.law_impulse += 0.5 * (std::abs(inner(stopped, n)) + std::abs(inner(left, n)));
    }
    out.impulse += length(jump);
  }
  for (const trace::ContactForce& record : trace.forces) {
    const double h = trace::elapsed(record.begin, record.end);
    const Segment& segment = segment_of(trace, 0, record.segment_b);
    const Triple n = plus({}, record.normal, 1 / length(record.normal));
    for (const trace::ForcePoint& point : record.points) {
      double most = 0, slid = 0;
      for (int j = 1; j < samples; ++j) {
        const double since = h * j / samples;
        Triple f;
        for (std::size_t i = 0; i < 3; ++i)
          f[i] = series(point.force[i], 2 * since / record.length - 1);
        const double normal = inner(f, n);
        const Triple across = plus(f, n, -normal);
        const Rates is = rates(segment, since);
        const Triple arm = turned(pose(segment, since).q, body.pieces[0].vertices[point.vertex_b]);
        const Triple& belt = trace.half_spaces[record.a.piece].belt;
        const Triple v = plus(plus(plus(is.v, product(is.w, arm)), belt, -1), n, inner(belt, n));
        double breach = std::max(0.0, -normal);
        const double rim = length(across) - record.friction * std::abs(normal);
        if (point.state == trace::ContactState::Frictionless) breach += length(across);
        if (point.state == trace::ContactState::Stick) breach += std::max(0.0, rim);
        if (point.state == trace::ContactState::Slip) breach += std::abs(rim);
        most += breach / (samples - 1);
        if (point.state == trace::ContactState::Stick) slid = std::max(slid, length(v));
      }
      out.law_impulse += h * most;
      out.law_drift += h * slid;
    }
  }
  const double gyration =
      std::sqrt((body.inertia[0] + body.inertia[4] + body.inertia[8]) / (2 * body.mass));
  for (const trace::JointForce& record : trace.joint_forces) {  // about the axis of a hinge
    const Triple& axis = trace.joints[record.joint].axis_parent;
    double most = 0;
    for (int j = 0; j <= samples; ++j) {
      Triple m;
      for (std::size_t i = 0; i < 3; ++i) m[i] = series(record.moment[i], 2.0 * j / samples - 1);
      most = std::max(most, std::abs(inner(m, axis)));
    }
    out.law_impulse += trace::elapsed(record.begin, record.end) * most / gyration;
  }
  return out;
}

}  // namespace rigor::verification
