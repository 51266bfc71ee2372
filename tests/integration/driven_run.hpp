// SPDX-License-Identifier: Apache-2.0
// Runs of one box and driven bodies, for tests of whole motions with closed forms.
#pragma once

#include <gtest/gtest.h>

#include <rigor/dynamics/build.hpp>
#include <rigor/geometry/solids.hpp>
#include <rigor/run/record.hpp>
#include <rigor/verification/verify.hpp>

#include "integration/scales.hpp"

namespace rigor {

/// Boxes, driven or free, on a half-space z <= floor if there is one.
struct DrivenScene {
  ModelDescription description;
  std::vector<Pose> poses;      ///< of free boxes
  std::vector<Vector6> speeds;  ///< of free boxes
  SimulationOptions options;

  explicit DrivenScene(double time, Law law = Law::NoSlip) {
    description.gravity = Vector3(0, 0, -9.81);
    description.materials.push_back({"default", {0.0, 0.0, 0.0}});
    options.law = law;
    options.stop.time = time;
    options.stop.at_rest = false;
  }

  void add_link(const std::string& name, const Vector3& half) {
    LinkDescription link;
    link.name = name;
    link.pieces.push_back({"piece", unwrap(make_box(half)), {}, ""});
    description.links.push_back(std::move(link));
  }

  void add_free(const Vector3& half, double mass, const Vector3& at,
                const Vector6& speed = Vector6::Zero()) {
    add_link("box" + std::to_string(poses.size()), half);
    const Vector3 s = half.cwiseProduct(half);
    const Vector3 moments = mass / 3.0 * Vector3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
    description.links.back().inertia = SpatialInertia{mass, Vector3::Zero(), moments.asDiagonal()};
    poses.push_back({Quaternion::Identity(), at});
    speeds.push_back(speed);
  }

  void add_driven(const std::string& name, const Vector3& half, const Path& path) {
    add_link(name, half);
    description.links.back().joint = Fixed{};
    description.links.back().path = path;
  }

  void add_fixed(const Vector3& half, const Vector3& at) {
    add_link("wall", half);
    description.links.back().joint = Fixed{};
    description.links.back().X_PJ = {Quaternion::Identity(), at};
  }

  void add_ground() { description.half_spaces.push_back({"ground", HalfSpace{}, ""}); }
};

struct DrivenRun {
  RecordedRun run;

  const Outcome& outcome() const { return run.outcome; }
  Vector3 position(int i = 0) const { return run.outcome.final_state.q.segment<3>(7 * i); }
  Quaternion rotation(int i = 0) const {
    const auto q = run.outcome.final_state.q.segment<4>(7 * i + 3);
    return {q[0], q[1], q[2], q[3]};
  }
  Vector3 velocity(int i = 0) const { return run.outcome.final_state.v.segment<3>(6 * i); }
  Vector3 spin(int i = 0) const { return run.outcome.final_state.v.segment<3>(6 * i + 3); }
  /// When the n-th event of the kind (from 0) happened, or NaN.
  double time_of(trace::EventKind kind, int n = 0) const {
    for (const trace::Event& event : run.trace.events)
      if (event.kind == kind && n-- == 0) return trace::seconds(event.lo);
    return std::numeric_limits<double>::quiet_NaN();
  }
};

inline DrivenRun run_of(const DrivenScene& scene) {
  const Model model = unwrap(build(scene.description));
  State initial = neutral_state(model);
  for (std::size_t i = 0; i < scene.poses.size(); ++i) {
    const auto k = static_cast<int>(i);
    const Quaternion& q = scene.poses[i].rotation;
    initial.q.segment<7>(7 * k) << scene.poses[i].translation, q.w(), q.x(), q.y(), q.z();
    initial.v.segment<6>(6 * k) = scene.speeds[i];
  }
  return {record(model, initial, scene.options, trace_prelude(model, initial, scene.options))};
}

/// The run must come to its end, be proved, and gain no energy but what the drives do.
inline DrivenRun proved_run(const DrivenScene& scene, double allowed_gain = 1e-9) {
  DrivenRun run = run_of(scene);
  EXPECT_TRUE(is_done(run.outcome().stop))
      << name(run.outcome().stop) << ": " << run.outcome().reason;
  const verification::Verdict verdict = verification::verify(run.run.trace);
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, run.run.trace);
  EXPECT_LE(run.outcome().footer.energy_max_gain, allowed_gain);
  return run;
}

inline Path along(int axis, Signal signal) {
  Path path;
  path.position[axis] = std::move(signal);
  return path;
}

}  // namespace rigor
