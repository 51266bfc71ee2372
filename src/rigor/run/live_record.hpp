// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rigor/assembly/outcome.hpp>
#include <rigor/report/force_track.hpp>
#include <rigor/spatial/twist.hpp>

namespace rigor {

/// A stretch of a motion that was computed, from `start` on.
struct Stretch {
  trace::Time start;
  std::vector<StepReport> steps;
  Outcome outcome;
};

/// The record of stretches that follow one another, as one trace.
class LiveRecord {
 public:
  LiveRecord() = default;
  /// `prelude`: what a trace tells before anything moves; `loads`: what acts besides, from the
  /// start.
  explicit LiveRecord(trace::Trace prelude, std::vector<trace::Load> loads = {});

  /// Whether an event of a stretch is one of its own: contacts that are there when a stretch begins
  /// are found again.
  bool is_new(const Stretch& stretch, const trace::Event& event) const;
  void add(const Stretch& stretch);
  /// A wrench on a body, at a point as trace::Load has it, from the time `t` on.
  void add_load(std::uint32_t body, const trace::Triple& point, double t, const Wrench& wrench);
  /// Other joints than the prelude's: something may act along motions where nothing did.
  void set_joints(std::vector<trace::Joint> joints) { trace_.joints = std::move(joints); }
  /// The motion is not the scene's alone any more.
  void forget_scene();

  /// What acts at the contacts now: the forces with which the last stretch ended, in order of the
  /// pairs. None before the first stretch, and none of pairs whose forces the method does not tell.
  std::vector<PairForce> forces() const;
  /// All events since the start of the record, in the order of time.
  const std::vector<trace::Event>& events() const { return trace_.events; }
  /// The record so far, in the order in which it was made, without the wrenches that were added.
  const trace::Trace& so_far() const { return trace_; }
  /// Everything up to now, in the order a trace promises.
  trace::Trace trace() const;

 private:
  void append(const Stretch& stretch, const StepReport& step);
  void close(const Outcome& outcome);

  trace::Trace trace_;
  std::vector<std::uint32_t> segments_of_;  ///< of each body, before the present stretch
  std::vector<std::uint32_t> new_segments_of_;
  std::size_t last_segments_ = 0;  ///< where the records of the last stretch begin
  std::size_t last_forces_ = 0;
  std::vector<trace::Load> loads_;  ///< what was added, as knots
  double stepped_ = 0.0;            ///< sum of all steps, s
};

}  // namespace rigor
