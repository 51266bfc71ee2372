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
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rigor/dynamics/kinematics.hpp>
#include <rigor/report/force_track.hpp>
#include <rigor/run/simulate.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

class LiveSimulation {
 public:
  /// Throws SceneError for a scene that cannot be built, std::invalid_argument for one with sampled
  /// motors: here the loop is what samples.
  explicit LiveSimulation(const Scene& scene);

  double time() const { return state_.time; }
  const State& state() const { return state_; }
  const Model& model() const { return model_; }

  /// The number of a body or link. Throws std::invalid_argument, with the nearest name.
  int body(std::string_view name) const;
  /// Where a body is and how it moves, at its origin, world axes.
  Pose pose(int body) const;
  Twist velocity(int body) const;

  /// Goes on to the time t, seconds, whatever the scene says about its end; says whether it got
  /// there. If not, `stopped` and `reason` tell why, the state is the last one that is certain, and
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
  StopKind stopped() const { return stopped_; }
  const std::string& reason() const { return reason_; }

  /// A force at the centre of mass and a moment on a free body or a link, world axes, from now on
  /// until the next call. Throws std::invalid_argument for fixed and driven bodies and for numbers
  /// that are not finite.
  void apply(int body, const Wrench& wrench);
  /// The effort of a motor at a link's joint, N or N m, besides what the scene's own motors give,
  /// from now on until the next call. Throws std::invalid_argument for bodies without such a joint
  /// and for numbers that are not finite.
  void set_effort(int link, int dof, double effort);
  /// A coordinate of a link's joint and its rate; throws as set_effort does.
  double coordinate(int link, int dof) const;
  double rate(int link, int dof) const;
  /// The neutral coordinate of the spring of a link's joint, from now on: with stiffness and
  /// damping as gains, this is a servo. Throws std::invalid_argument for joints without a spring.
  void set_neutral(int link, int dof, double neutral);
  /// Puts the bodies elsewhere, with the time of the state; the record begins anew. Throws
  /// std::invalid_argument for a state that is not sound or in which bodies overlap.
  void set_state(const State& state);

  /// What acts at the contacts now: the forces with which the last stretch ended, in order of the
  /// pairs. None before the first stretch, and none of pairs whose forces the method does not tell.
  std::vector<PairForce> forces() const;

  /// All events since the start of the record, in the order of time.
  const std::vector<trace::Event>& events() const { return trace_.events; }
  /// The record so far, in the order in which it was made.
  const trace::Trace& record() const { return trace_; }
  /// The record: everything up to now, in the order a trace promises.
  trace::Trace trace() const;

 private:
  /// A stretch that was computed and is not in the record yet.
  struct Stretch {
    std::vector<StepReport> steps;
    Outcome outcome;
  };

  void begin_record();
  /// Whether an event is one of its own: contacts that are there when a stretch begins are found
  /// again.
  bool is_new(const trace::Event& event) const;
  /// The motion up to the time t. `until_event`: given up where the first event is found.
  Stretch stretch_to(double t, bool until_event, const std::function<bool()>& interrupted) const;
  /// A rounding error past the first event, or where the step ends in which it happens.
  std::optional<double> past_first_event(const Stretch& stretch) const;
  /// Puts a stretch that goes to the time t into the record; says whether it got there.
  bool take(const Stretch& stretch, double t);
  void append(const StepReport& step);
  void close_stretch(const Outcome& outcome);
  const Link& joint_of(int link, int dof) const;

  Model model_;
  State state_;
  Eigen::VectorXd scene_start_;  ///< the coordinates with which the scene begins
  bool goes_on_ = false;         ///< the state is not the scene's start
  SimulationOptions options_;
  double start_tolerance_ = 0.0;
  std::vector<int> force_of_;   ///< of each link: which of the model's forces steers it, or -1
  std::vector<int> effort_of_;  ///< the same for each velocity: the effort that steers it, or -1
  mutable Kinematics kinematics_;
  std::string scene_name_;
  std::string scene_text_;  ///< empty once the motion is not the scene's alone
  std::string scene_hash_;
  std::size_t own_loads_ = 0;  ///< given forces of the scene itself
  trace::Trace trace_;
  std::vector<std::uint32_t> segments_of_;  ///< of each body, before the present stretch
  std::vector<std::uint32_t> new_segments_of_;
  std::size_t last_segments_ = 0;  ///< where the records of the last stretch begin
  std::size_t last_forces_ = 0;
  std::vector<trace::Load> steered_;  ///< what was applied, as knots
  double stepped_ = 0.0;              ///< sum of all steps, s
  StopKind stopped_ = StopKind::Time;
  std::string reason_;
  bool ended_ = false;
};

/// The first multiple of `period` after `time`. Loops tick at multiples, not at sums, so that one
/// that is resumed ticks at the same instants.
double next_tick(double time, double period);

/// Calls `control` now and at every multiple of `period` seconds before the time `until`, and lets
/// the bodies move in between; says whether it got there.
bool run_loop(LiveSimulation& simulation, double until, double period,
              const std::function<void(LiveSimulation&)>& control);

}  // namespace rigor
