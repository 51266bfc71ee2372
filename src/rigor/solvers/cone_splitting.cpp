// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

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

/// What the iteration keeps of a contact, side by side: one round reads each of them once.
struct Iterate {
  const ConeContact* contact = nullptr;
  std::array<int, 2> blocks{-1, -1};
  std::array<ConeContact::Rows, 2> rows;
  Vector3 offset;
  Vector3 impulse;
  Vector3 z;
  double shift = 0.0;  ///< s of the last round
  bool plain = false;  ///< a cone from zero on, no tree: the rule of nearly all contacts
  double friction = 0.0;
  double penalty = 0.0;  ///< r
  double inverse_penalty = 0.0;

  Vector3 shifted_speeds(const Vector3& y) const {
    if (!plain) return shifted(*contact, y);
    return {y[0] + friction * y.tail<2>().norm(), y[1], y[2]};
  }
  Vector3 nearest(const Vector3& x) const {
    return plain ? on_cone(x, friction) : admissible(*contact, x, penalty);
  }
};

/// Whether the contact's rule is that of its cone alone.
bool is_plain(const ConeContact& contact) {
  return contact.tangent == Tangent::Cone && !(contact.least > 0.0) && contact.parts.empty();
}

/// The same of a bounded row.
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
      : problem_(problem), matrix_(problem), momentum_(matrix_.momentum(matrix_.start())) {
    contacts_.reserve(problem.contacts.size());
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const ConeContact& contact = problem.contacts[c];
      const double r = contact.normal_compliance > 0.0 ? alpha_ / contact.normal_compliance : 0.0;
      const Vector3 y = speeds(contact, state);
      Vector3 z = shifted(contact, y);
      const double shift = z[0] - y[0];
      if (r > 0.0) z += (admissible(contact, state.impulses[c] - r * z, r) - state.impulses[c]) / r;
      contacts_.push_back({&contact, contact.blocks, contact.rows, contact.offset,
                           state.impulses[c], z, shift, is_plain(contact), contact.friction});
    }
    for (std::size_t i = 0; i < problem.bounded.size(); ++i)
      bounded_.push_back(
          {&problem.bounded[i], matrix_.place(problem.bounded[i]), state.efforts[i]});
  }

  bool factor() {
    matrix_.clear();
    for (Iterate& at : contacts_) {
      if (!(at.contact->normal_compliance > 0.0)) continue;
      const double r = at.penalty = alpha_ / at.contact->normal_compliance;
      at.inverse_penalty = 1.0 / r;
      matrix_.add(*at.contact, r * Eigen::Matrix3d::Identity());
    }
    for (BoundedIterate& at : bounded_) {
      at.penalty = alpha_ / at.row->compliance;
      matrix_.add(*at.row, at.penalty);
    }
    right_ = momentum_;
    for (const Iterate& at : contacts_) add_pull(at);
    for (const BoundedIterate& at : bounded_) add_pull(at);
    return matrix_.factor();
  }

  /// One round; the two residuals are kept.
  void step(double theta, double relaxation) {
    u_ = right_;
    matrix_.solve(u_);
    right_ = momentum_;
    primal_ = dual_ = 0.0;
    for (Iterate& at : contacts_) {
      if (!(at.penalty > 0.0)) continue;
      Vector3 there = at.offset;
      for (int side = 0; side < 2; ++side)
        if (at.blocks[side] >= 0) there.noalias() += at.rows[side] * u_.bodies[at.blocks[side]];
      if (!at.plain)
        for (const TreePart& part : at.contact->parts)
          there.noalias() +=
              part.rows * u_.trees.segment(matrix_.offset(part.tree), part.rows.cols());
      at.shift = -there[0];
      there = at.shifted_speeds(there);
      at.shift += there[0];
      const Vector3 y = relaxation * there + (1.0 - relaxation) * at.z;
      const Vector3 next = theta * at.nearest(at.impulse - at.penalty * y);
      const Vector3 z = y + (next - at.impulse) * at.inverse_penalty;
      primal_ = std::max(primal_, (z - there).lpNorm<Eigen::Infinity>());
      dual_ = std::max(dual_, (z - at.z).lpNorm<Eigen::Infinity>());
      at.impulse = next;
      at.z = z;
      add_pull(at);
    }
    for (BoundedIterate& at : bounded_) step_bounded(at, theta, relaxation);
  }

  bool settled(double tolerance) const { return std::max(primal_, dual_) < tolerance; }

  /// Balances the residuals by the penalty; false if its matrix cannot be factored.
  bool adapt() {
    if (primal_ > kImbalance * dual_) {
      alpha_ *= kPenaltyFactor;
    } else if (dual_ > kImbalance * primal_) {
      alpha_ /= kPenaltyFactor;
    } else {
      return true;
    }
    return factor();
  }

  /// The impulses, cut into their sets.
  std::vector<Vector3> impulses() const {
    std::vector<Vector3> cut;
    cut.reserve(contacts_.size());
    for (const Iterate& at : contacts_) {
      Vector3 impulse = at.impulse;
      impulse[0] = std::max(impulse[0], at.contact->least);
      const double most = at.contact->friction * impulse[0];
      const double length = impulse.tail<2>().norm();
      if (at.contact->tangent == Tangent::Cone && length > most) impulse.tail<2>() *= most / length;
      cut.push_back(impulse);
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
  void step_bounded(BoundedIterate& at, double theta, double relaxation) {
    const double there = u_.trees[at.place] + at.row->offset;
    const double y = relaxation * there + (1.0 - relaxation) * at.z;
    const double next = theta * admissible(*at.row, at.impulse - at.penalty * y, at.penalty);
    const double z = y + (next - at.impulse) / at.penalty;
    primal_ = std::max(primal_, std::abs(z - there));
    dual_ = std::max(dual_, std::abs(z - at.z));
    at.impulse = next;
    at.z = z;
    add_pull(at);
  }

  void add_pull(const BoundedIterate& at) {
    right_.trees[at.place] += at.impulse + at.penalty * (at.z - at.row->offset);
  }

  /// J'(λ + r (z - offset - s)) of one contact on the right-hand side of the next round.
  void add_pull(const Iterate& at) {
    if (!(at.penalty > 0.0)) return;
    Vector3 pull = at.z - at.offset;
    pull[0] -= at.shift;
    const Vector3 force = at.impulse + at.penalty * pull;
    for (int side = 0; side < 2; ++side)
      if (at.blocks[side] >= 0)
        right_.bodies[at.blocks[side]].noalias() += at.rows[side].transpose() * force;
    if (at.plain) return;
    for (const TreePart& part : at.contact->parts)
      right_.trees.segment(matrix_.offset(part.tree), part.rows.cols()).noalias() +=
          part.rows.transpose() * force;
  }

  const ConeProblem& problem_;
  ConeMatrix matrix_;
  std::vector<Iterate> contacts_;
  std::vector<BoundedIterate> bounded_;
  ConeVelocities u_;
  ConeVelocities right_;
  ConeVelocities momentum_;  ///< M u*
  double alpha_ = kFirstPenalty;
  double primal_ = 0.0;
  double dual_ = 0.0;
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
    iteration.step(soft ? 1.0 / (1.0 + options.softness) : 1.0, options.relaxation);
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
