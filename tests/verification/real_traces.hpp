// SPDX-License-Identifier: Apache-2.0
// What the simulator itself leaves behind: scenes with one body, whole and in excerpts, an
// interrupted run, and pairs with the certificates of the first-event finder.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

#include "certify/pair_trace.hpp"
#include "integration/run_scene.hpp"
#include "sample_traces.hpp"

namespace rigor::verification {

/// The run of scenes/benchmarks/<name>.yaml; `change` may end it early.
inline Trace real_trace(
    const std::string& name, const std::function<void(Scene&)>& change = [](Scene&) {}) {
  return run_scene("benchmarks/" + name + ".yaml", change).trace();
}

/// The part of a trace of one body between the start of segment `first` and the end of the last of
/// `count` segments, as a trace of its own.
inline Trace excerpt(const Trace& whole, std::uint32_t first, std::uint32_t count) {
  Trace part = whole;
  const auto last = std::min(first + count, static_cast<std::uint32_t>(whole.segments.size()));
  part.segments.assign(whole.segments.begin() + first, whole.segments.begin() + last);
  for (Segment& segment : part.segments) segment.index -= first;
  part.header.start = part.segments.front().start;
  part.footer.end = part.segments.back().end;
  part.header.motion = trace::MotionClaim::None;  // the footer's energy is that of the whole run
  part.certificates.clear();
  for (Certificate c : whole.certificates) {
    if (c.segment_b < first || c.segment_b >= last) continue;
    c.segment_b -= first;
    part.certificates.push_back(c);
  }
  part.forces.clear();
  for (trace::ContactForce force : whole.forces) {
    if (force.segment_b < first || force.segment_b >= last) continue;
    force.segment_b -= first;
    part.forces.push_back(force);
  }
  std::erase_if(part.events, [&](const trace::Event& event) {
    return event.lo < part.header.start || part.footer.end < event.hi;
  });
  return part;
}

/// The same run, stopped from outside after some questions whether to stop: no footer was written.
inline Trace interrupted_trace(const std::string& name, int questions) {
  const std::filesystem::path folder = std::filesystem::path(RIGOR_SCENES) / "benchmarks";
  const Scene scene = load_scene((folder / (name + ".yaml")).string());
  const BuiltScene built = build(scene);
  SimulationOptions options = simulation_options(scene);
  options.interrupted = [&questions] { return --questions < 0; };
  return record(built.model, built.initial, options,
                trace_prelude(built.model, built.initial, options))
      .trace;
}

/// Two dice thrown side by side past a fixed post, for a while: the simulator's own certificates
/// between the bodies.
inline Trace two_dice_and_a_post(double until) {
  return real_trace("b02", [until](Scene& scene) {
    scene.stop.time = until;
    BodySpec second = scene.bodies[0];
    second.name = "second";
    second.X_WB.translation += Vector3(0.3, 1.8, 0.1);
    BodySpec post = scene.bodies[0];
    post.name = "post";
    post.fixed = true;
    post.V_WB = {};
    post.X_WB = {Quaternion::Identity(), Vector3(1.5, -0.6, 1.0)};
    scene.bodies.push_back(second);
    scene.bodies.push_back(post);
  });
}

/// Two tumbling polytopes until they touch, with the finder's certificates. The `which`-th pair of
/// this many vertices.
inline Trace real_pair(std::uint64_t which, int vertices) {
  Random random(which, 900);
  for (;;) {
    const TumblingPair pair = random_pair(random, vertices, 10.0);
    const PairRun run = run_pair(pair, {0.2, 2, 8}, 1e-8);
    if (std::holds_alternative<NotProved>(run.parts.back().outcome)) continue;
    Trace trace = trace_of(pair, run, 1e-8);
    if (trace.segments.size() == 4) return trace;
  }
}

/// The trace with one more body that never moves, a cube of 0.2 m at x; no certificates.
inline Trace with_fixed_cube(Trace trace, const Triple& x) {
  trace::Body body = cube_body("post", 0.1);
  body.kind = trace::BodyKind::Fixed;
  body.mass = 0.0;
  Segment still;
  still.body = static_cast<std::uint32_t>(trace.bodies.size());
  still.start = trace.header.start;
  still.end = trace.footer.end;
  still.length = 2.0 * (trace::elapsed(still.start, still.end));
  for (std::size_t i = 0; i < 3; ++i) still.position[i] = {x[i]};
  for (std::size_t i = 0; i < 4; ++i) still.quaternion[i] = {i == 0 ? 1.0 : 0.0};
  trace.bodies.push_back(body);
  trace.segments.push_back(still);
  return trace;
}

/// The run of scenes/<name>.yaml up to a time.
inline Trace short_run(const std::string& name, double until) {
  return run_scene(name + ".yaml", [until](Scene& scene) { scene.stop.time = until; }).trace();
}

/// Short runs with driven bodies, and with friction that ends sticking or slipping.
inline std::vector<Trace> driven_and_rubbed() {
  std::vector<Trace> traces = {short_run("moving-tray", 0.5), short_run("pusher", 0.6)};
  for (const char* name : {"b10", "b11-downhill", "b19-coulomb"}) {
    traces.push_back(real_trace(name));
  }
  return traces;
}

/// Short pieces of real runs in flight, at impacts, sliding, rocking and at rest, and pairs.
inline std::vector<Trace> real_excerpts() {
  std::vector<Trace> traces;
  for (const char* name : {"b02", "b03", "b17", "b32a-fast"}) {
    const Trace whole = real_trace(name);
    const auto size = static_cast<std::uint32_t>(whole.segments.size());
    for (const std::uint32_t first : {0U, size / 2U, size > 3U ? size - 3U : 0U}) {
      traces.push_back(excerpt(whole, first, 3));
    }
  }
  traces.push_back(two_dice_and_a_post(0.15));
  traces.push_back(real_pair(1, 8));
  traces.push_back(real_pair(2, 8));
  for (Trace& trace : driven_and_rubbed()) traces.push_back(std::move(trace));
  return traces;
}

}  // namespace rigor::verification
