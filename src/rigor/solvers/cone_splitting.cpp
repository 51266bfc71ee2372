// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <rigor/solvers/cone_lanes.hpp>
#include <rigor/solvers/cone_matrix.hpp>
#include <rigor/solvers/cone_splitting.hpp>

namespace rigor {
namespace {

using Vector3 = Eigen::Vector3d;

/// One residual this many times the other changes the penalty by kPenaltyFactor.
constexpr double kImbalance = 5.0;
constexpr double kPenaltyFactor = 4.0;
/// α at the start: heaps end at 4 to 64, tall towers at 256. From 10 on heaps take a tenth less
/// time than from 4 on, and from 16 on more of them miss their goal.
constexpr double kFirstPenalty = 10.0;

/// What the iteration keeps of a bounded row.
struct BoundedIterate {
  const BoundedRow* row = nullptr;
  int place = 0;  ///< among the velocities of all trees
  double impulse = 0.0;
  double z = 0.0;
  double penalty = 0.0;
};

/// The iteration's unknowns and its factored matrix.
class Splitting {
 public:
  Splitting(const ConeProblem& problem, const ConeState& state)
      : matrix_(problem),
        momentum_(matrix_.momentum(matrix_.start())),
        problem_(problem),
        impulses_(state.impulses) {
    groups_.reserve(problem.contacts.size() / 4 + 1);
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      if (!(problem.contacts[c].normal_compliance > 0.0)) continue;
      if (groups_.empty() || groups_.back().count == 4) groups_.emplace_back();
      groups_.back().add(problem, static_cast<int>(c), state, alpha_);
    }
    for (std::size_t i = 0; i < problem.bounded.size(); ++i)
      bounded_.push_back(
          {&problem.bounded[i], matrix_.place(problem.bounded[i]), state.efforts[i]});
  }

  bool factor() {
    matrix_.clear();
    right_ = momentum_;
    for (ConeGroup& group : groups_) {
      group.set_penalties(alpha_);
      for (int i = 0; i < group.count; ++i)
        matrix_.add(*group.contacts[i], group.lanes.penalty[i] * Eigen::Matrix3d::Identity());
      group.add_pulls(matrix_, right_);
    }
    for (BoundedIterate& at : bounded_) {
      at.penalty = alpha_ / at.row->compliance;
      matrix_.add(*at.row, at.penalty);
      add_pull(at);
    }
    return matrix_.factor();
  }

  /// One round; the two residuals are kept.
  void step(const ConeRound& round) {
    u_ = right_;
    matrix_.solve(u_);
    right_ = momentum_;
    misses_ = {};
    for (ConeGroup& group : groups_) {
      group.advance(round, matrix_, u_, misses_);
      group.add_pulls(matrix_, right_);
    }
    for (BoundedIterate& at : bounded_) step_bounded(at, round);
  }

  bool settled(double tolerance) const {
    return std::max(misses_.primal, misses_.dual) < tolerance;
  }

  /// Balances the residuals by the penalty; false if its matrix cannot be factored.
  bool adapt() {
    if (misses_.primal > kImbalance * misses_.dual) {
      alpha_ *= kPenaltyFactor;
    } else if (misses_.dual > kImbalance * misses_.primal) {
      alpha_ /= kPenaltyFactor;
    } else {
      return true;
    }
    return factor();
  }

  /// The impulses, cut into their sets.
  std::vector<Vector3> impulses() const {
    std::vector<Vector3> cut = impulses_;
    for (const ConeGroup& group : groups_)
      for (int i = 0; i < group.count; ++i) cut[group.index[i]] = lane(group.lanes.impulse, i);
    for (std::size_t c = 0; c < cut.size(); ++c) {
      const ConeContact& contact = problem_.contacts[c];
      cut[c][0] = std::max(cut[c][0], contact.least);
      if (contact.tangent == Tangent::Cone)
        cut[c] = with_tangent_below(cut[c], contact.friction * cut[c][0]);
    }
    return cut;
  }
  std::vector<double> efforts() const {
    std::vector<double> cut;
    for (const BoundedIterate& at : bounded_)
      cut.push_back(std::clamp(at.impulse, -at.row->most, at.row->most));
    return cut;
  }

 private:
  void step_bounded(BoundedIterate& at, const ConeRound& round) {
    const double there = u_.trees[at.place] + at.row->offset;
    const double y = round.relaxation * there + (1.0 - round.relaxation) * at.z;
    const double next = round.theta * admissible(*at.row, at.impulse - at.penalty * y, at.penalty);
    const double z = y + (next - at.impulse) / at.penalty;
    misses_.primal = std::max(misses_.primal, std::abs(z - there));
    misses_.dual = std::max(misses_.dual, std::abs(z - at.z));
    at.impulse = next;
    at.z = z;
    add_pull(at);
  }

  void add_pull(const BoundedIterate& at) {
    right_.trees[at.place] += at.impulse + at.penalty * (at.z - at.row->offset);
  }

  ConeMatrix matrix_;
  ConeVelocities momentum_;  ///< M u*
  const ConeProblem& problem_;
  std::vector<Vector3> impulses_;  ///< of contacts that cannot move
  double alpha_ = kFirstPenalty;
  std::vector<ConeGroup> groups_;
  std::vector<BoundedIterate> bounded_;
  ConeVelocities u_;
  ConeVelocities right_;
  ConeMisses misses_;
};

}  // namespace

ConeReport split(const ConeProblem& problem, const SplittingOptions& options, ConeState& state) {
  Splitting iteration(problem, state);
  ConeReport report{residual(problem, state), 0};
  const bool far = report.residual > options.near * options.tolerance;
  const int soft_rounds = far ? options.soft_rounds : 0;
  bool factored = iteration.factor();
  while (factored && report.rounds < options.most) {
    const bool soft = report.rounds < soft_rounds;
    iteration.step({soft ? 1.0 / (1.0 + options.softness) : 1.0, options.relaxation});
    ++report.rounds;
    if (!soft && iteration.settled(options.tolerance)) break;
    if (report.rounds % options.adaption == 0) factored = iteration.adapt();
  }
  if (!factored) return report;
  ConeState answer = state_with(problem, iteration.impulses(), iteration.efforts());
  const ConeReport polished = sweep(problem, options.polish, answer);
  if (polished.residual < report.residual) {
    state = std::move(answer);
    report.residual = polished.residual;
  }
  return report;
}

}  // namespace rigor
