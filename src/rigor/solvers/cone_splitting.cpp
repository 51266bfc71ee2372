// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <rigor/solvers/bordered_cholesky.hpp>
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

std::vector<std::pair<int, int>> edges_of(const ConeProblem& problem) {
  std::vector<std::pair<int, int>> edges;
  for (const ConeContact& contact : problem.contacts)
    if (contact.blocks[0] >= 0 && contact.blocks[1] >= 0)
      edges.emplace_back(contact.blocks[0], contact.blocks[1]);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

/// Where each tree's velocities stand among those of all trees; their number last.
std::vector<int> tree_offsets(const ConeProblem& problem) {
  std::vector<int> offsets{0};
  for (const ConeTree& tree : problem.trees)
    offsets.push_back(offsets.back() + static_cast<int>(tree.u_star.size()));
  return offsets;
}

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
      : problem_(problem),
        offsets_(tree_offsets(problem)),
        matrix_(static_cast<int>(problem.mass.size()), edges_of(problem), offsets_.back()) {
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
    momentum_.reserve(problem.mass.size());
    for (std::size_t i = 0; i < problem.mass.size(); ++i)
      momentum_.push_back(problem.mass[i] * problem.u_star[i]);
    tree_momentum_.resize(offsets_.back());
    for (std::size_t i = 0; i < problem.trees.size(); ++i)
      tree_momentum_.segment(offsets_[i], problem.trees[i].u_star.size()) =
          problem.trees[i].mass * problem.trees[i].u_star;
    for (std::size_t i = 0; i < problem.bounded.size(); ++i)
      bounded_.push_back({&problem.bounded[i],
                          offsets_[problem.bounded[i].tree] + problem.bounded[i].velocity,
                          state.efforts[i]});
  }

  bool factor() {
    matrix_.clear();
    for (std::size_t i = 0; i < problem_.mass.size(); ++i)
      matrix_.add_diagonal(static_cast<int>(i), problem_.mass[i]);
    for (std::size_t i = 0; i < problem_.trees.size(); ++i)
      matrix_.add_corner(offsets_[i], offsets_[i], problem_.trees[i].mass);
    for (Iterate& at : contacts_) {
      if (!(at.contact->normal_compliance > 0.0)) continue;
      const double r = at.penalty = alpha_ / at.contact->normal_compliance;
      at.inverse_penalty = 1.0 / r;
      const auto& [a, b] = at.blocks;
      if (a >= 0) matrix_.add_diagonal(a, r * (at.rows[0].transpose() * at.rows[0]));
      if (b >= 0) matrix_.add_diagonal(b, r * (at.rows[1].transpose() * at.rows[1]));
      if (a >= 0 && b >= 0) matrix_.add(a, b, r * (at.rows[0].transpose() * at.rows[1]));
      for (const TreePart& part : at.contact->parts) add_part(at, part);
    }
    for (BoundedIterate& at : bounded_) {
      at.penalty = alpha_ / at.row->compliance;
      matrix_.add_corner(at.place, at.place, Eigen::MatrixXd::Constant(1, 1, at.penalty));
    }
    reset_right();
    for (const Iterate& at : contacts_) add_pull(at);
    for (const BoundedIterate& at : bounded_) add_pull(at);
    return matrix_.factor();
  }

  /// One round; the two residuals are kept.
  void step(double theta, double relaxation) {
    u_ = right_;
    v_ = tree_right_;
    matrix_.solve(u_, v_);
    reset_right();
    primal_ = dual_ = 0.0;
    for (Iterate& at : contacts_) {
      if (!(at.penalty > 0.0)) continue;
      Vector3 there = at.offset;
      for (int side = 0; side < 2; ++side)
        if (at.blocks[side] >= 0) there.noalias() += at.rows[side] * u_[at.blocks[side]];
      if (!at.plain)
        for (const TreePart& part : at.contact->parts)
          there.noalias() += part.rows * v_.segment(offsets_[part.tree], part.rows.cols());
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
  void reset_right() {
    right_ = momentum_;
    tree_right_ = tree_momentum_;
  }

  /// r J'J of one contact where one of its sides is a tree.
  void add_part(const Iterate& at, const TreePart& part) {
    const int first = offsets_[part.tree];
    for (int side = 0; side < 2; ++side)
      if (at.blocks[side] >= 0)
        matrix_.add_border(at.blocks[side], first,
                           at.penalty * (at.rows[side].transpose() * part.rows));
    for (const TreePart& other : at.contact->parts)
      matrix_.add_corner(first, offsets_[other.tree],
                         at.penalty * (part.rows.transpose() * other.rows));
  }

  void step_bounded(BoundedIterate& at, double theta, double relaxation) {
    const double there = v_[at.place] + at.row->offset;
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
    tree_right_[at.place] += at.impulse + at.penalty * (at.z - at.row->offset);
  }

  /// J'(λ + r (z - offset - s)) of one contact on the right-hand side of the next round.
  void add_pull(const Iterate& at) {
    if (!(at.penalty > 0.0)) return;
    Vector3 pull = at.z - at.offset;
    pull[0] -= at.shift;
    const Vector3 force = at.impulse + at.penalty * pull;
    for (int side = 0; side < 2; ++side)
      if (at.blocks[side] >= 0)
        right_[at.blocks[side]].noalias() += at.rows[side].transpose() * force;
    if (at.plain) return;
    for (const TreePart& part : at.contact->parts)
      tree_right_.segment(offsets_[part.tree], part.rows.cols()).noalias() +=
          part.rows.transpose() * force;
  }

  const ConeProblem& problem_;
  std::vector<int> offsets_;
  BorderedCholesky matrix_;
  std::vector<Iterate> contacts_;
  std::vector<BoundedIterate> bounded_;
  Eigen::VectorXd v_;  ///< of all trees
  Eigen::VectorXd tree_right_;
  Eigen::VectorXd tree_momentum_;
  std::vector<ConeProblem::Velocity> u_;
  std::vector<ConeProblem::Velocity> right_;
  std::vector<ConeProblem::Velocity> momentum_;  ///< M u*
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
