// SPDX-License-Identifier: Apache-2.0
// Writes traces known in closed form for the viewer's tests: viewer_traces KIND FILE
//   five      four stacked boxes, the topmost slides, a fifth one falls on its edge; provable
//   false     the same with the fifth box a little too low: refuted
//   bounces   a cube that bounces 100,000 times: as many segments and events
//   tumbling  a flying cube in 100,000 short segments, which thinning joins
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>
#include <string_view>

#include <rigor/trace/trace_file.hpp>

namespace rigor {
namespace {

using trace::Triple;

constexpr double kSkin = 1e-8;
constexpr double kGravity = 9.81;
constexpr int kMany = 100'000;

trace::Piece box(const Triple& half) {
  trace::Piece piece{"box", {}, {}, {}};
  for (int i = 0; i < 8; ++i) {
    piece.vertices.push_back({(i & 1) != 0 ? half[0] : -half[0], (i & 2) != 0 ? half[1] : -half[1],
                              (i & 4) != 0 ? half[2] : -half[2]});
    for (const int bit : {1, 2, 4}) {
      if ((i & bit) == 0) {
        piece.edges.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i | bit)});
      }
    }
  }
  piece.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                 {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return piece;
}

trace::Body body(const char* name, const Triple& half) {
  trace::Body out{name, trace::BodyKind::Free, 1.0, {}, {}, {box(half)}};
  out.inertia = {0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1};
  return out;
}

trace::Trace empty(const char* name) {
  trace::Trace out;
  out.header.program_version = "0.0.0";
  out.header.scene_name = name;
  out.header.scene_text = out.header.scene_hash = "none";
  out.header.method = "oracle";
  out.header.law = "frictionless";
  out.header.skin = kSkin;
  out.header.gravity = {0.0, 0.0, -kGravity};
  out.half_spaces.push_back({"ground", {0.0, 0.0, 1.0}, 0.0});
  out.complete = true;
  return out;
}

/// A piece of a path: z = height + speed t - ½ g t² (or no gravity), x = x0 + slide t.
struct Arc {
  std::uint32_t body = 0;
  double x = 0.0;
  double slide = 0.0;
  double height = 0.0;
  double speed = 0.0;
  double gravity = 0.0;
  std::array<double, 4> turn{1.0, 0.0, 0.0, 0.0};
};

trace::Segment segment(const Arc& arc, const trace::Time& from, const trace::Time& to) {
  const double length = trace::elapsed(from, to);
  const double fall = arc.gravity * length * length;
  trace::Segment s;
  s.body = arc.body;
  s.start = from;
  s.end = to;
  s.length = length;
  s.position[0] = {arc.x + arc.slide * length / 2, arc.slide * length / 2, 0.0};
  s.position[1] = {0.0, 0.0, 0.0};
  s.position[2] = {arc.height + arc.speed * length / 2 - 3 * fall / 16,
                   arc.speed * length / 2 - fall / 4, -fall / 16};
  for (std::size_t i = 0; i < 4; ++i) s.quaternion[i] = {arc.turn[i]};
  return s;
}

trace::Certificate certificate(const trace::PieceId& a, const trace::PieceId& b,
                               const trace::Time& from, const trace::Time& to) {
  trace::Certificate c;
  c.a = a;
  c.b = b;
  c.begin = from;
  c.end = to;
  c.segment_b = 0;
  c.normal = {0.0, 0.0, 1.0};
  c.level = 0.98 * kSkin;
  return c;
}

void touches(trace::Certificate& c, std::vector<std::uint32_t> active) {
  c.kind = trace::CertificateKind::Contact;
  c.active = std::move(active);
  c.band_low = 0.99 * kSkin;
  c.band_high = 1.01 * kSkin;
}

trace::Event impact(const trace::Time& at, const trace::PieceId& a, const trace::PieceId& b) {
  trace::Event event;
  event.kind = trace::EventKind::Impact;
  event.lo = event.hi = at;
  event.proved = true;
  event.a = a;
  event.b = b;
  return event;
}

/// Heights of the centres of boxes of height 0.5 on each other, a skin between each two.
double stacked(int level) { return 0.25 + kSkin + level * (0.5 + kSkin); }

/// `sunk`: how much the fifth box ends too low.
trace::Trace five(double sunk) {
  trace::Trace out = empty("five");
  const double half_edge = 0.2 * std::numbers::sqrt2;  // of the box that stands on its edge
  const double top = stacked(3) + 0.25 + kSkin + half_edge;
  const trace::Time begin{};
  const trace::Time hit = trace::time_from(0.625);
  const trace::Time end = trace::time_from(1.25);
  const double drop = kGravity * 0.625 * 0.625 / 2;
  const char* names[] = {"base", "second", "third", "slider"};
  for (std::uint32_t i = 0; i < 4; ++i) {
    out.bodies.push_back(body(names[i], {0.5 - 0.04 * i, 0.45 - 0.04 * i, 0.25}));
    const double slide = i == 3 ? 0.12 : 0.0;
    out.segments.push_back(segment({i, 0.0, slide, stacked(static_cast<int>(i))}, begin, end));
    const trace::PieceId under =
        i == 0 ? trace::PieceId{trace::kWorld, 0} : trace::PieceId{i - 1, 0};
    trace::Certificate c = certificate(under, {i, 0}, begin, end);
    if (i > 0) {
      c.segment_a = 0;
      c.frame = trace::PlaneFrame::A;
      c.offset = 0.25;
    }
    touches(c, {0, 1, 2, 3});
    out.certificates.push_back(c);
  }
  const std::array<double, 4> turn{std::cos(std::numbers::pi / 8), std::sin(std::numbers::pi / 8),
                                   0.0, 0.0};
  out.bodies.push_back(body("wedge", {0.3, 0.2, 0.2}));
  out.segments.push_back(segment({4, 0.05, 0.0, top + drop, 0.0, kGravity, turn}, begin, hit));
  out.segments.push_back(segment({4, 0.05, 0.0, top - sunk}, hit, end));
  for (std::size_t i = 0; i < 4; ++i) out.segments.back().quaternion[i] = {turn[i]};
  out.segments.back().index = 1;
  out.segments[4].reason = trace::EndReason::Touch;
  for (const int k : {0, 1}) {
    trace::Certificate c = certificate({3, 0}, {4, 0}, k == 0 ? begin : hit, k == 0 ? hit : end);
    c.segment_a = 0;
    c.segment_b = static_cast<std::uint32_t>(k);
    c.frame = trace::PlaneFrame::A;
    c.offset = 0.25;
    if (k == 1) touches(c, {0, 1});
    out.certificates.push_back(c);
  }
  trace::Event event = impact(hit, {3, 0}, {4, 0});
  for (const double x : {-0.25, 0.35}) {
    event.contacts.push_back({event.a,
                              event.b,
                              {x, 0.0, stacked(3) + 0.25 + kSkin},
                              {0, 0, 1},
                              {0, 0, 0.5 * kGravity * 0.625},
                              {0, 0, 0.5 * kGravity * 0.625},
                              0.0,
                              0.0,
                              trace::kWorld,
                              x < 0 ? 0U : 1U});
  }
  event.energy_before = 0.5 * std::pow(kGravity * 0.625, 2);
  event.contacts_after = 2;
  event.note = "the wedge lands on its edge";
  out.events.push_back(event);
  out.footer.end = end;
  return out;
}

trace::Trace bounces() {
  trace::Trace out = empty("bounces");
  out.bodies.push_back(body("cube", {0.5, 0.5, 0.5}));
  trace::Time now{};
  for (int i = 0; i < kMany; ++i) {
    const double speed = 0.6 + 0.5 * std::sin(i / 3000.0);
    const trace::Time next = trace::advanced(now, 2 * speed / kGravity);
    trace::Segment s = segment({0, 0.0, 0.0, 0.5 + kSkin, speed, kGravity}, now, next);
    s.index = static_cast<std::uint32_t>(i);
    s.reason = trace::EndReason::Touch;
    trace::Certificate c = certificate({trace::kWorld, 0}, {0, 0}, now, next);
    c.segment_b = s.index;
    trace::Event event = impact(next, {trace::kWorld, 0}, {0, 0});
    event.index = s.index;
    out.segments.push_back(std::move(s));
    out.certificates.push_back(c);
    out.events.push_back(event);
    now = next;
  }
  out.footer.end = now;
  return out;
}

std::vector<double> series(double length, const std::function<double(double)>& f) {
  constexpr int kTerms = 8;
  std::vector<double> c(kTerms, 0.0);
  for (int j = 0; j < kTerms; ++j) {
    const double angle = std::numbers::pi * (j + 0.5) / kTerms;
    const double value = f(0.5 * length * (std::cos(angle) + 1));
    for (int k = 0; k < kTerms; ++k)
      c[k] += (k == 0 ? 1.0 : 2.0) / kTerms * value * std::cos(k * angle);
  }
  return c;
}

trace::Trace tumbling() {
  trace::Trace out = empty("tumbling");
  out.bodies.push_back(body("cube", {0.5, 0.5, 0.5}));
  const double length = 0x1p-10;
  for (int i = 0; i < kMany; ++i) {
    const double t0 = i * length;
    trace::Segment s;
    s.index = static_cast<std::uint32_t>(i);
    s.start = trace::time_from(t0);
    s.end = trace::time_from(t0 + length);
    s.length = length;
    s.position[0] = series(length, [&](double t) { return 2 * std::cos(t0 + t); });
    s.position[1] = series(length, [&](double t) { return 2 * std::sin(t0 + t); });
    s.position[2] = series(length, [&](double t) { return 2 + std::sin(3 * (t0 + t)); });
    s.quaternion[0] = series(length, [&](double t) { return std::cos(2 * (t0 + t)); });
    s.quaternion[1] = s.quaternion[2] = series(length, [](double) { return 0.0; });
    s.quaternion[3] = series(length, [&](double t) { return std::sin(2 * (t0 + t)); });
    trace::Certificate c = certificate({trace::kWorld, 0}, {0, 0}, s.start, s.end);
    c.segment_b = s.index;
    out.certificates.push_back(c);
    out.segments.push_back(std::move(s));
  }
  out.footer.end = out.segments.back().end;
  return out;
}

}  // namespace
}  // namespace rigor

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: viewer_traces five|false|bounces|tumbling FILE\n");
    return 2;
  }
  const std::string_view kind = argv[1];
  const auto trace = kind == "five"      ? rigor::five(0.0)
                     : kind == "false"   ? rigor::five(1e-6)
                     : kind == "bounces" ? rigor::bounces()
                                         : rigor::tumbling();
  rigor::trace::write_trace(argv[2], trace);
  return 0;
}
