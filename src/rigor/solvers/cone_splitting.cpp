// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/solvers/block_cholesky.hpp>
#include <rigor/solvers/cone_splitting.hpp>

namespace rigor {
namespace {

using Vector3 = Eigen::Vector3d;

/// One residual this many times the other changes the penalty by kPenaltyFactor.
constexpr double kImbalance = 5.0;
constexpr double kPenaltyFactor = 4.0;

std::vector<std::pair<int, int>> edges_of(const ConeProblem& problem) {
  std::vector<std::pair<int, int>> edges;
  for (const ConeContact& contact : problem.contacts)
    if (contact.blocks[0] >= 0 && contact.blocks[1] >= 0)
      edges.emplace_back(contact.blocks[0], contact.blocks[1]);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

/// The iteration's unknowns and its factored matrix.
class Splitting {
 public:
  Splitting(const ConeProblem& problem, const ConeState& state)
      : problem_(problem),
        matrix_(static_cast<int>(problem.mass.size()), edges_of(problem)),
        u_(problem.u_star),
        impulses_(state.impulses),
        z_(problem.contacts.size(), Vector3::Zero()),
        shift_(problem.contacts.size(), 0.0),
        penalty_(problem.contacts.size(), 0.0) {
    for (std::size_t c = 0; c < z_.size(); ++c)
      z_[c][0] = std::max(0.0, speeds(problem.contacts[c], state)[0]);
    momentum_.reserve(u_.size());
    for (std::size_t i = 0; i < u_.size(); ++i) momentum_.push_back(problem.mass[i] * u_[i]);
  }

  bool factor() {
    matrix_.clear();
    for (std::size_t i = 0; i < problem_.mass.size(); ++i)
      matrix_.add_diagonal(static_cast<int>(i), problem_.mass[i]);
    for (std::size_t c = 0; c < problem_.contacts.size(); ++c) {
      const ConeContact& contact = problem_.contacts[c];
      if (!(contact.normal_compliance > 0.0)) continue;
      penalty_[c] = alpha_ / contact.normal_compliance;
      const auto& [a, b] = contact.blocks;
      if (a >= 0) matrix_.add_diagonal(a, square(contact.rows[0], contact.rows[0], penalty_[c]));
      if (b >= 0) matrix_.add_diagonal(b, square(contact.rows[1], contact.rows[1], penalty_[c]));
      if (a >= 0 && b >= 0)
        matrix_.add(a, b, square(contact.rows[0], contact.rows[1], penalty_[c]));
    }
    return matrix_.factor();
  }

  /// One round; the two residuals are kept.
  void step(double theta) {
    solve_velocities();
    primal_ = dual_ = 0.0;
    for (std::size_t c = 0; c < problem_.contacts.size(); ++c) {
      const ConeContact& contact = problem_.contacts[c];
      if (!(penalty_[c] > 0.0)) continue;
      const Vector3 y = shifted(contact, relative(contact));
      shift_[c] = y[0] - relative_normal_;
      const double r = penalty_[c];
      const Vector3 next = theta * admissible(contact, impulses_[c] - r * y, r);
      const Vector3 z = y + (next - impulses_[c]) / r;
      primal_ = std::max(primal_, (z - y).lpNorm<Eigen::Infinity>());
      dual_ = std::max(dual_, (z - z_[c]).lpNorm<Eigen::Infinity>());
      impulses_[c] = next;
      z_[c] = z;
    }
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
    std::vector<Vector3> cut = impulses_;
    for (std::size_t c = 0; c < cut.size(); ++c) {
      const ConeContact& contact = problem_.contacts[c];
      cut[c][0] = std::max(cut[c][0], contact.least);
      if (contact.tangent != Tangent::Cone) continue;
      const double most = contact.friction * cut[c][0];
      const double length = cut[c].tail<2>().norm();
      if (length > most) cut[c].tail<2>() *= most / length;
    }
    return cut;
  }

 private:
  static BlockCholesky::Block square(const ConeContact::Rows& left, const ConeContact::Rows& right,
                                     double factor) {
    return factor * (left.transpose() * right);
  }

  void solve_velocities() {
    u_ = momentum_;
    for (std::size_t c = 0; c < problem_.contacts.size(); ++c) {
      const ConeContact& contact = problem_.contacts[c];
      if (!(penalty_[c] > 0.0)) continue;
      Vector3 pull = z_[c] - contact.offset;
      pull[0] -= shift_[c];
      const Vector3 force = impulses_[c] + penalty_[c] * pull;
      for (int side = 0; side < 2; ++side)
        if (contact.blocks[side] >= 0)
          u_[contact.blocks[side]].noalias() += contact.rows[side].transpose() * force;
    }
    matrix_.solve(u_);
  }

  Vector3 relative(const ConeContact& contact) {
    Vector3 y = contact.offset;
    for (int side = 0; side < 2; ++side)
      if (contact.blocks[side] >= 0) y.noalias() += contact.rows[side] * u_[contact.blocks[side]];
    relative_normal_ = y[0];
    return y;
  }

  const ConeProblem& problem_;
  BlockCholesky matrix_;
  std::vector<ConeProblem::Velocity> u_;
  std::vector<ConeProblem::Velocity> momentum_;  ///< M u*
  std::vector<Vector3> impulses_;
  std::vector<Vector3> z_;
  std::vector<double> shift_;  ///< s of the last round
  std::vector<double> penalty_;
  double alpha_ = 1.0;
  double primal_ = 0.0;
  double dual_ = 0.0;
  double relative_normal_ = 0.0;
};

}  // namespace

ConeReport split(const ConeProblem& problem, const SplittingOptions& options, ConeState& state) {
  Splitting iteration(problem, state);
  ConeReport report{residual(problem, state), 0};
  bool factored = iteration.factor();
  while (factored && report.rounds < options.most) {
    const bool soft = report.rounds < options.soft_rounds;
    iteration.step(soft ? 1.0 / (1.0 + options.softness) : 1.0);
    ++report.rounds;
    if (!soft && iteration.settled(options.tolerance)) break;
    if (report.rounds % options.adaption == 0) factored = iteration.adapt();
  }
  if (!factored) return report;
  ConeState answer = state_with(problem, iteration.impulses());
  const ConeReport polished = sweep(problem, options.polish, answer);
  if (polished.residual < report.residual) {
    state = std::move(answer);
    report.residual = polished.residual;
  }
  return report;
}

}  // namespace rigor
