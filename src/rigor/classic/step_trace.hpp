// SPDX-License-Identifier: Apache-2.0
// What a step leaves in the trace: its segments, and for every pair a proof that it stays apart or
// the reason why there is none.
#pragma once

#include <rigor/certify/pair_events.hpp>
#include <rigor/classic/step_path.hpp>

namespace rigor {

/// A pair that could not be proved apart over a step.
struct UncertifiedPair {
  std::size_t pair = 0;
  double time = 0.0;        ///< of the smallest separation found, s
  double separation = 0.0;  ///< smallest one at samples of the step, m; negative: they overlap
  bool missed = false;      ///< they overlap inside the step but at neither of its ends
};

/// The records of one step.
struct StepRecord {
  std::vector<trace::Segment> segments;
  std::vector<trace::Certificate> certificates;
  std::vector<UncertifiedPair> uncertified;  ///< at most one a pair
  /// A body that turns too far in the step for a path to follow; then nothing else is told.
  std::optional<std::uint32_t> unresolved{};
};

/// Numbers segments and proves pairs apart, step by step.
///
/// Certificates claim 0.51 skins, a little more than a checker demands: planes, and whatever
/// first_event finds for two bodies. Nothing is filed for pairs whose swept boxes are apart; the
/// checker sees that by itself.
class StepTrace {
 public:
  /// The bodies must outlive it.
  explicit StepTrace(const SteppedBodies& bodies);

  /// The record of one step. `reason` is written into its segments.
  StepRecord record(const StepPaths& paths, trace::EndReason reason);
  StepRecord record(const StepStretch& stretch, trace::EndReason reason);

  /// What later records depend on: the number of each body's next segment, and what pairs remember.
  const std::vector<std::uint32_t>& next_segments() const { return next_; }
  const std::vector<PairTracking>& tracking() const { return tracking_; }
  void resume(std::vector<std::uint32_t> next_segments, std::vector<PairTracking> tracking);

 private:
  struct Moving {
    std::uint32_t segment = 0;
    BodyPath path;
    std::vector<Aabb> boxes;  // of the pieces
  };

  /// The paths of the stretch; a body that turns too far for its path, if there is one.
  std::optional<std::uint32_t> enter(const StepStretch& stretch);
  void certify_pair(std::size_t pair, const StepStretch& stretch, StepRecord& record);
  std::optional<trace::Time> certify_over_half_space(std::size_t pair, const StepStretch& stretch,
                                                     StepRecord& record) const;
  std::optional<trace::Time> certify_bodies(std::size_t pair, const StepStretch& stretch,
                                            StepRecord& record);
  double separation_at(std::size_t pair, double s) const;
  UncertifiedPair measured(std::size_t pair, const StepStretch& stretch) const;
  const Moving& moving(std::uint32_t body) const { return moving_[body]; }

  const SteppedBodies& bodies_;
  double level_ = 0.0;
  std::vector<Moving> moving_;          // by body
  std::vector<std::uint32_t> next_;     // index of each body's next segment
  std::vector<PairTracking> tracking_;  // by pair
};

}  // namespace rigor
