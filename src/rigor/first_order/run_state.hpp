// SPDX-License-Identifier: Apache-2.0
// A run in progress: the bodies, the pairs near each other, and what has become final.
#pragma once

#include <string>

#include <rigor/assembly/options.hpp>
#include <rigor/assembly/outcome.hpp>
#include <rigor/first_order/velocity_problem.hpp>
#include <rigor/first_order/workers.hpp>

namespace rigor::first_order {

/// What a run counts.
struct Tally {
  std::uint64_t steps = 0;
  std::uint64_t body_steps = 0;  ///< steps of awake bodies
  std::uint64_t touches = 0;     ///< inside steps
  std::uint64_t impacts = 0;     ///< touches answered by impulses
  std::uint64_t holds = 0;       ///< touches answered by holding
  std::uint64_t cuts = 0;        ///< paths that were cut
  std::uint64_t restarts = 0;    ///< islands solved anew because of a driven body
  std::uint64_t solves = 0;
  std::uint64_t unconverged = 0;  ///< solves whose residual may cost more than a tenth of γ
  double residual_worst = 0.0;    ///< m/s
  double residual_sum = 0.0;
  double held_time = 0.0;                                         ///< s, over all bodies
  double body_time = 0.0;                                         ///< s, of awake bodies
  double smallest_gap = std::numeric_limits<double>::infinity();  ///< met at starts of paths, m
  double largest_gain = 0.0;  ///< of energy in one step beyond the work of openings, J
};

/// How a run ends.
struct Ending {
  StopKind kind = StopKind::Time;
  std::string reason;
};

/// What a contact passes on of given forces during a step: wrenches on its two bodies about their
/// origins, N and N m; -1: a half-space.
struct PassedForce {
  std::array<int, 2> bodies{-1, -1};
  std::array<Vector6, 2> wrenches{Vector6::Zero(), Vector6::Zero()};
};

/// Not to be moved: the pairs refer to the world.
struct Run {
  /// `threads` do not change anything but how long it takes; 0: as many as the machine has.
  Run(const Model& model, const State& initial, const SimulationOptions& options, int threads = 1);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  const SimulationOptions& options;
  World world;
  Scales scales;
  MovingBodies bodies;
  std::vector<trace::Segment> paths;  ///< the present one of each body; none: length 0
  NearPairs pairs;
  trace::Time start;
  trace::Time now;  ///< where the present step began
  trace::Time end;  ///< where it ends
  trace::Time horizon;
  std::uint64_t step = 0;                                 ///< from 1 on
  std::set<std::pair<trace::Time, std::uint32_t>> turns;  ///< paths that end inside the step
  std::set<std::uint32_t> to_wake;                        ///< at the start of the next step
  StepReport report;                                      ///< what this step makes final
  double supplied = 0.0;                                  ///< work of drives and given forces, J
  double opening_work = 0.0;                              ///< of this step's solves, J
  std::vector<PassedForce> passed;                        ///< in this step
  Tally tally;
  trace::Time last_restart;              ///< the first of those without progress
  int restarts_there = 0;                ///< without a thousandth of a step of progress
  MovingBodies copies;                   ///< of bodies, placed where a touch happens
  std::vector<std::uint64_t> copied_in;  ///< which touch a copy belongs to
  Workers workers;                       ///< solve islands and prove pairs
};

/// The pose of any body at t, which lies inside its present path.
Pose pose_at(const Run& run, std::uint32_t body, const trace::Time& t);

/// Has the fixed body stand still from the start of the run to its horizon; returns that path.
trace::Segment enter_fixed_body(Run& run, const MovingBody& body);

/// Begins a path of the free body from its pose at `start`: straight with the twist u, up to `end`,
/// or a part of the way if it turns by more than a radian: then its turn is due before `end`.
void enter_path(Run& run, std::uint32_t body, const Vector6& u, const trace::Time& start,
                const trace::Time& end);

/// Begins paths of all links of the tree from where it is: its coordinates go straight with its
/// velocities, or stand still. They end earlier if they cannot be followed closely to `end`.
void enter_tree_path(Run& run, MovingTree& tree, bool still, const trace::Time& start,
                     const trace::Time& end);

/// The bodies that the member of an island stands for: itself, or the links of its tree.
std::vector<std::uint32_t> bodies_of(const MovingBodies& bodies, int member);

/// Where the joints of the tree are at t.
Eigen::VectorXd coordinates_at(const Run& run, const MovingTree& tree, const trace::Time& t);

/// Ends the body's path at t: its segment and certificates up to there are final.
void leave_path(Run& run, std::uint32_t body, const trace::Time& t, trace::EndReason reason);

/// Proves all of `pairs` apart from t on. They are ascending; each must be near.
void prove_pairs(Run& run, const std::vector<PairId>& pairs, const trace::Time& t);

/// Proves apart from t on all pairs of these bodies in which nothing is awake: those of bodies that
/// fall asleep, and of driven ones with what is at rest.
void prove_quiet_pairs(Run& run, const std::vector<std::uint32_t>& bodies, const trace::Time& t);

/// One new path of a member from the instant of a cut on.
struct NewPath {
  std::uint32_t body = 0;
  bool still = false;  ///< else it goes with its present velocity
};

/// Cuts the paths of these members at t, has them go on with new ones to the end of the step, and
/// proves all pairs this concerns.
void cut_paths(Run& run, const std::vector<NewPath>& paths, const trace::Time& t,
               trace::EndReason reason);

/// Wakes the body at t, and all that it shares load with at the next step.
void wake(Run& run, std::uint32_t body);

/// d of the pair, m.
double reach_of(const Run& run, const NearPair& pair);

/// How the rows of a step, or of the rest of one, are set up.
RowGoals step_goals(const Run& run, double duration, const std::vector<Row>& rows);

/// Sorts rows bottom to top, the order in which sweeps carry loads down.
void sort_upwards(const Run& run, std::vector<Row>& rows);

/// Counts a solve.
void count(Run& run, const StepSolution& solution, double goal);

/// Kinetic and potential energy of all free bodies and mechanisms, J, where they are; with what is
/// deferred to the next step.
double total_energy(const Run& run);

/// "body 'name'", "half-space 'name'" or "its upper limit".
std::string name_of(const Run& run, const trace::PieceId& piece);

}  // namespace rigor::first_order
