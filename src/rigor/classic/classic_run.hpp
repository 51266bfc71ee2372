// SPDX-License-Identifier: Apache-2.0
// Whole runs of the paper's method and of the fixed-step methods.
#pragma once

#include <chrono>
#include <optional>

#include <rigor/assembly/outcome.hpp>
#include <rigor/classic/classic_checkpoint.hpp>
#include <rigor/classic/contact_changes.hpp>
#include <rigor/classic/step_trace.hpp>

namespace rigor {

/// Runs method `paper`, `stewart_trinkle` or `anitescu_potra`. The observer gets each step as it
/// becomes final, in the order of time. Every failure is an outcome, and what was published before
/// it stands; throws trace::TraceError only for a checkpoint that is none of this run.
///
/// Every step is published as segments and every pair of it is tried by `certify`. `paper` with
/// corrected bounds and no smallest step claims that all are proved and stops at the first that is
/// not (StopKind::Uncertified); the others go on and count them.
Outcome simulate_classic(const Model& model, const State& initial, const SimulationOptions& options,
                         const Observer& observer, const Checkpoints& checkpoints = {});

/// One such run. The model and the options must outlive it.
class ClassicRun {
 public:
  ClassicRun(const Model& model, const State& initial, const SimulationOptions& options,
             const Observer& observer);

  /// From the start, or where the checkpoint was made, to the end.
  Outcome run(const Checkpoints& checkpoints = {});

 private:
  bool begin();
  void resume(const ClassicCheckpoint& from);
  ClassicCheckpoint checkpoint() const;
  bool advance();
  std::variant<TakenStep, NoStep> next_step(double longest);
  bool publish(const TakenStep& step);
  void note(const TakenStep& step);
  void note(const std::vector<UncertifiedPair>& uncertified,
            const std::optional<LimitContact>& passed);
  bool stop(StopKind kind, std::string reason = {});
  bool stop(const NoStep& why);
  bool stop_uncertified(const UncertifiedPair& pair);
  bool within_limits();
  void show_rest();

  const Model& model_;
  const State& initial_;
  const SimulationOptions& options_;
  const Observer& observer_;
  World world_;
  SteppedBodies bodies_;
  PaperRules rules_;
  StepTrace trace_;
  SurveyMemory memory_;
  ContactHistory history_;
  std::vector<PairContact> contacts_;
  trace::Time now_;
  trace::Time horizon_;
  std::chrono::steady_clock::time_point began_;
  Outcome outcome_;
  double lowest_energy_ = 0.0;  ///< without the work of given forces
  double stepped_ = 0.0;
  double progress_ = 0.0;  ///< of the last steps, s
  int tiny_steps_ = 0;     ///< since the last progress
};

}  // namespace rigor
