// SPDX-License-Identifier: Apache-2.0
// A run that goes as far as it is asked, and can be steered in between: what closed loops use.
//
// Every call of advance_to is a stretch of its own: it begins from time, coordinates, velocities
// and what is applied, and from nothing else. So a loop is reproducible bit by bit, one that is
// resumed from a saved state goes on as if it had never stopped, and any method serves. The
// stretches make one trace, which is checked like any other: where two of them join, a body jumps
// by at most a hundredth of the skin, since contacts are brought to their gap when a stretch
// begins. Method `first_order` opens the gaps of the scene's own start, as ever, and no others: in
// any other state bodies are taken to be where such a run was.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <rigor/run/live_record.hpp>
#include <rigor/run/simulate.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

struct LiveEnd {
  StopKind stopped = StopKind::Time;
  std::string reason;
};

class LiveSimulation {
 public:
  /// Throws SceneError for a scene that cannot be built, std::invalid_argument for one with sampled
  /// motors: here the loop is what samples.
  explicit LiveSimulation(const Scene& scene);

  double time() const { return state_.time; }
  const State& state() const { return state_; }
  const Model& model() const { return model_; }
  /// Everything since the start or the last set_state: events, forces, the trace.
  const LiveRecord& record() const { return record_; }

  /// Goes on to the time t, seconds, whatever the scene says about its end; says whether it got
  /// there. If not, `end` tells why, the state is the last one that is certain, and
  /// nothing goes on any more until set_state. Throws std::invalid_argument unless t lies ahead.
  bool advance_to(double t, const std::function<bool()>& interrupted = {});
  /// Goes on to the next event, and a rounding error past it: velocities are those behind it. With
  /// methods that move in steps it goes to the end of the step in which something happens. It stops
  /// at the time `limit` if there is no event before; otherwise as advance_to. The event is looked
  /// for first and then gone to, which costs about two stretches.
  bool advance_to_event(double limit, const std::function<bool()>& interrupted = {});
  /// When the scene itself would end, s; infinity if it does not say.
  double scene_end() const { return options_.stop.time; }
  bool ended() const { return ended_; }
  /// How the last stretch ended, and why it did not get there.
  const LiveEnd& end() const { return end_; }

  /// A force at the centre of mass and a moment on a free body or a link, world axes, from now on
  /// until the next call. Throws std::invalid_argument for fixed and driven bodies and for numbers
  /// that are not finite.
  void apply(int body, const Wrench& wrench);
  /// The effort of a motor at a link's joint, N or N m, besides what the scene's own motors give,
  /// from now on until the next call. Throws std::invalid_argument for bodies without such a joint
  /// and for numbers that are not finite.
  void set_effort(int link, int dof, double effort);
  /// The neutral coordinate of the spring of a link's joint, from now on: with stiffness and
  /// damping as gains, this is a servo. Throws std::invalid_argument for joints without a spring.
  void set_neutral(int link, int dof, double neutral);
  /// Puts the bodies elsewhere, with the time of the state; the record begins anew. Throws
  /// std::invalid_argument for a state that is not sound or in which bodies overlap.
  void set_state(const State& state);

 private:
  /// Puts a stretch that goes to the time t into the record; says whether it got there.
  bool take(const Stretch& stretch, double t);

  Model model_;
  State state_;
  Eigen::VectorXd scene_start_;  ///< the coordinates with which the scene begins
  bool goes_on_ = false;         ///< the state is not the scene's start
  SimulationOptions options_;
  double start_tolerance_ = 0.0;
  std::vector<int> force_of_;   ///< of each link: which of the model's forces steers it, or -1
  std::vector<int> effort_of_;  ///< the same for each velocity: the effort that steers it, or -1
  std::size_t own_loads_ = 0;   ///< given forces of the scene itself
  LiveRecord record_;
  LiveEnd end_;
  bool ended_ = false;
};

/// The number of a body or link. Throws std::invalid_argument, with the nearest name.
int body_named(const LiveSimulation& simulation, std::string_view name);
/// Where a body is and how it moves, at its origin, world axes.
Pose pose(const LiveSimulation& simulation, int body);
Twist velocity(const LiveSimulation& simulation, int body);
/// A coordinate of a link's joint and its rate. Throws std::invalid_argument for bodies without
/// such a joint, and for coordinates of joints that have a quaternion.
double coordinate(const LiveSimulation& simulation, int link, int dof);
double rate(const LiveSimulation& simulation, int link, int dof);

/// The first multiple of `period` after `time`. Loops tick at multiples, not at sums, so that one
/// that is resumed ticks at the same instants.
double next_tick(double time, double period);

/// Calls `control` now and at every multiple of `period` seconds before the time `until`, and lets
/// the bodies move in between; says whether it got there.
bool run_loop(LiveSimulation& simulation, double until, double period,
              const std::function<void(LiveSimulation&)>& control);

}  // namespace rigor
