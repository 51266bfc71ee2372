// SPDX-License-Identifier: Apache-2.0
// A run known in closed form, as a trace: a unit cube of 1 kg falls flat from 1 m, slides at 1 m/s
// and bounces with e = 0.5 until it rests. Every number follows from parabolas.
#pragma once

#include <cmath>

#include <rigor/trace/types.hpp>

namespace rigor {

inline constexpr double kBounceGravity = 9.81;
inline constexpr double kBounceSkin = 1e-8;

struct BounceOptions {
  double restitution = 0.5;
  double until = 5.0;
  double slowest = 1e-6;  ///< m/s; slower bounces are cut off
};

/// The trace of the cube, with certificates against the ground.
class Bouncing {
 public:
  explicit Bouncing(const BounceOptions& options = {}) : options_(options) {
    describe();
    double speed = -std::sqrt(2 * kBounceGravity);  // falling by 1 m
    flight(1.0, 0.0, -speed / kBounceGravity);
    while (-speed * options.restitution > options.slowest) {
      impact(speed, -options.restitution * speed);
      speed *= options.restitution;
      flight(0.0, -speed, -2 * speed / kBounceGravity);
    }
    rest(speed);
  }

  const trace::Trace& trace() const { return trace_; }

 private:
  void describe() {
    trace::Header& header = trace_.header;
    header.program_version = "0.0.0";
    header.scene_name = "bouncing <cube> & \"friends\"";
    header.scene_text = "rigor_scene: 1\nname: bouncing\n";
    header.scene_hash = "0123456789abcdef";
    header.method = "oracle";
    header.law = "frictionless";
    header.skin = kBounceSkin;
    header.tol = 1e-12;
    header.gravity = {0.0, 0.0, -kBounceGravity};
    trace::Body cube{"cube", trace::BodyKind::Free, 1.0, {}, {}, {}};
    cube.inertia = {1.0 / 6, 0, 0, 0, 1.0 / 6, 0, 0, 0, 1.0 / 6};
    trace::Piece piece{"piece_0", {}, {}, {}};
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) {
        for (const double z : {-0.5, 0.5}) piece.vertices.push_back({x, y, z});
      }
    }
    cube.pieces.push_back(piece);
    trace_.bodies.push_back(cube);
    trace_.half_spaces.push_back({"ground", {0.0, 0.0, 1.0}, 0.0});
  }

  /// A parabola from `height` above the contact height with the given upward speed.
  void flight(double height, double speed, double length) {
    const double z = 0.5 + kBounceSkin + height;
    const double fall = kBounceGravity * length * length;
    trace::Segment segment = piece_of_path(length, trace::EndReason::Touch);
    segment.position[0] = {x_ + length / 2, length / 2, 0.0};
    segment.position[1] = {0.0, 0.0, 0.0};
    segment.position[2] = {z + speed * length / 2 - 3 * fall / 16, speed * length / 2 - fall / 4,
                           -fall / 16};
    x_ += length;
    add(segment, {});
  }

  void impact(double before, double after) {
    event(trace::EventKind::Impact, before, after).contacts_before = 4;
  }

  void rest(double speed) {
    trace::Event& last = event(trace::EventKind::Accumulation, speed, 0.0);
    last.contacts_after = 4;
    last.limit_time =
        (1 + options_.restitution) / (1 - options_.restitution) * std::sqrt(2 / kBounceGravity);
    last.limit_bound = 1e-6;
    const double length = options_.until - trace::seconds(now_);
    trace::Segment segment = piece_of_path(length, trace::EndReason::Rest);
    segment.position[0] = {x_ + length / 2, length / 2};  // it slides on
    segment.position[1] = {0.0, 0.0};
    segment.position[2] = {0.5 + kBounceSkin, 0.0};
    add(segment, {0, 2, 4, 6});
    trace::Footer& footer = trace_.footer;
    footer.end = now_;
    footer.stopped = "time";
    footer.energy_initial = kBounceGravity * 1.5 + 0.5;
    footer.energy_final = kBounceGravity * 0.5 + 0.5;
    footer.steps = trace_.segments.size();
    footer.step_mean = options_.until / static_cast<double>(footer.steps);
    footer.step_min = 1e-7;
    footer.step_max = length;
    footer.manifold_changes = 1;
    trace_.complete = true;
  }

  trace::Segment piece_of_path(double length, trace::EndReason reason) {
    trace::Segment segment;
    segment.index = static_cast<std::uint32_t>(trace_.segments.size());
    segment.start = now_;
    segment.end = trace::advanced(now_, length);
    segment.length = length * (1 + 1e-9);  // the end may lie a rounding behind the nominal one
    segment.length = std::max(segment.length, trace::elapsed(segment.start, segment.end));
    segment.reason = reason;
    segment.quaternion = {std::vector<double>{1.0}, {0.0}, {0.0}, {0.0}};
    return segment;
  }

  void add(trace::Segment segment, std::vector<std::uint32_t> active) {
    segment.length = trace::elapsed(segment.start, segment.end);
    trace::Certificate certificate;
    certificate.a = {trace::kWorld, 0};
    certificate.b = {0, 0};
    certificate.kind =
        active.empty() ? trace::CertificateKind::Plane : trace::CertificateKind::Contact;
    certificate.segment_b = segment.index;
    certificate.begin = segment.start;
    certificate.end = segment.end;
    certificate.normal = {0.0, 0.0, 1.0};
    certificate.level = 0.98 * kBounceSkin;
    certificate.active = std::move(active);
    certificate.band_low = 0.99 * kBounceSkin;
    certificate.band_high = 1.01 * kBounceSkin;
    trace_.certificates.push_back(certificate);
    now_ = segment.end;
    trace_.segments.push_back(std::move(segment));
  }

  trace::Event& event(trace::EventKind kind, double before, double after) {
    trace::Event event;
    event.index = static_cast<std::uint32_t>(trace_.events.size());
    event.kind = kind;
    event.lo = now_;
    event.hi = now_;
    event.proved = true;
    event.a = {trace::kWorld, 0};
    event.b = {0, 0};
    event.energy_before = 0.5 * before * before;
    event.energy_after = 0.5 * after * after;
    trace_.events.push_back(event);
    return trace_.events.back();
  }

  BounceOptions options_;
  trace::Trace trace_;
  trace::Time now_;
  double x_ = 0.0;
};

}  // namespace rigor
