// SPDX-License-Identifier: Apache-2.0
// max t such that every contact is t inside its cone, over all splits of the same effect: a small
// cone program by a log barrier.
#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include <rigor/laws/cone_margin.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

double height(const ForceCone& cone, const Eigen::VectorXd& r) {
  return cone.scale * (r[3 * cone.contact] - cone.least);
}

double margin_of(const ForceCone& cone, const Eigen::VectorXd& r) {
  return height(cone, r) - (cone.sticks ? r.segment<2>(3 * cone.contact + 1).norm() : 0.0);
}

double margin_of(const ForceSplit& s, const Eigen::VectorXd& r) {
  double smallest = INFINITY;
  for (const ForceCone& cone : s.cones) smallest = std::min(smallest, margin_of(cone, r));
  return smallest;
}

/// The cone program in x = (coordinates of the split, t): how far the contact of each cone is
/// inside of it, as l - |side| or l, with l and side linear in x.
class ConeProgram {
 public:
  explicit ConeProgram(const ForceSplit& split)
      : split_(split),
        J_(Eigen::MatrixXd::Zero(3 * static_cast<int>(split.cones.size()), split.Z.cols() + 1)),
        weighted_(J_.rows(), J_.cols()),
        at_(J_.rows()),
        gradient_(J_.cols()),
        hessian_(J_.cols(), J_.cols()) {
    const auto k = split.Z.cols();
    for (std::size_t c = 0; c < split.cones.size(); ++c) {
      const ForceCone& cone = split.cones[c];
      const int row = 3 * static_cast<int>(c);
      J_.row(row) << cone.scale * split.Z.row(3 * cone.contact), -1.0;
      if (cone.sticks) J_.block(row + 1, 0, 2, k) = split.Z.middleRows<2>(3 * cone.contact + 1);
    }
  }

  /// The barrier; infinite outside.
  double value(const Eigen::VectorXd& x, double weight) {
    if (!place(x)) return INFINITY;
    double value = -weight * x[x.size() - 1] / split_.load;
    for (std::size_t c = 0; c < split_.cones.size(); ++c) value -= std::log(inside(c));
    return value;
  }

  /// Gradient and Hessian where the value was asked for last and was finite.
  void differentiate(double weight) {
    slope_.setZero(J_.rows());
    for (std::size_t c = 0; c < split_.cones.size(); ++c) {
      const int row = 3 * static_cast<int>(c);
      const double q = inside(c);
      if (!split_.cones[c].sticks) {
        slope_[row] = 1.0 / q;
        weighted_.row(row) = J_.row(row) / (q * q);
        weighted_.middleRows<2>(row + 1).setZero();
        continue;
      }
      const Eigen::Vector3d v(at_[row], -at_[row + 1], -at_[row + 2]);
      slope_.segment<3>(row) = 2.0 / q * v;
      Eigen::Matrix3d curvature = 4.0 / (q * q) * v * v.transpose();
      curvature.diagonal() += 2.0 / q * Eigen::Vector3d(-1.0, 1.0, 1.0);
      weighted_.middleRows<3>(row).noalias() = curvature * J_.middleRows<3>(row);
    }
    gradient_.noalias() = -J_.transpose() * slope_;
    gradient_[gradient_.size() - 1] -= weight / split_.load;
    hessian_.noalias() = J_.transpose() * weighted_;
  }
  const Eigen::VectorXd& gradient() const { return gradient_; }
  const Eigen::MatrixXd& hessian() const { return hessian_; }

 private:
  /// False outside some cone.
  bool place(const Eigen::VectorXd& x) {
    at_.noalias() = J_ * x;
    for (std::size_t c = 0; c < split_.cones.size(); ++c) {
      const ForceCone& cone = split_.cones[c];
      const int row = 3 * static_cast<int>(c);
      at_[row] += height(cone, split_.r0);
      if (cone.sticks) at_.segment<2>(row + 1) += split_.r0.segment<2>(3 * cone.contact + 1);
      if (!(at_[row] > 0.0) || !(inside(c) > 0.0)) return false;
    }
    return true;
  }
  /// l, or l² - |side|².
  double inside(std::size_t c) const {
    const int row = 3 * static_cast<int>(c);
    if (!split_.cones[c].sticks) return at_[row];
    return at_[row] * at_[row] - at_.segment<2>(row + 1).squaredNorm();
  }

  const ForceSplit& split_;
  Eigen::MatrixXd J_;  ///< three rows per cone: l and side; of those that do not stick, l alone
  Eigen::MatrixXd weighted_;
  Eigen::VectorXd at_;
  Eigen::VectorXd slope_;
  Eigen::VectorXd gradient_;
  Eigen::MatrixXd hessian_;
};

/// One damped Newton step; false when there is nothing left to gain at this weight.
bool descend(ConeProgram& program, double weight, Eigen::VectorXd& x) {
  constexpr double kDecrement = 1e-11;
  constexpr double kSufficient = 1e-4;
  const double here = program.value(x, weight);
  if (!std::isfinite(here)) return false;
  program.differentiate(weight);
  Eigen::MatrixXd H = program.hessian();
  H.diagonal().array() += 1e-14 * H.diagonal().maxCoeff();
  const Eigen::VectorXd step = -H.ldlt().solve(program.gradient());
  const double decrement = -program.gradient().dot(step);
  if (!(decrement > kDecrement)) return false;
  double length = 1.0;
  for (int h = 0; h < kMarginHalvings; ++h, length *= 0.5) {
    if (program.value(x + length * step, weight) <
        here - kSufficient * length * decrement + 1e-13 * std::abs(here)) {
      x += length * step;
      return true;
    }
  }
  return false;
}

/// What the barrier costs at most: its optimum is within this of the true one, in units of the
/// load over the weight.
double barrier_parameter(const ForceSplit& s) {
  double sum = 0.0;
  for (const ForceCone& cone : s.cones) sum += cone.sticks ? 2.0 : 1.0;
  return sum;
}

/// The forces that contacts may give, and those of the least size whose effect is f.
struct LeastForces {
  std::vector<ForceCone> cones;
  Eigen::MatrixXd pick;    ///< from the free components to all
  Eigen::MatrixXd effect;  ///< of the free components, whitened by the mass
  Eigen::VectorXd r;
  bool misses = false;  ///< they can not give f
};

LeastForces least_forces(const ContactSet& set, const std::vector<PushingContact>& contacts,
                         const Eigen::VectorXd& f) {
  const int count = set.size();
  int columns = 0;
  for (const PushingContact& contact : contacts)
    columns += contact.state == ContactState::Released ? 0
               : contact.state == ContactState::Stick  ? 3
                                                       : 1;
  LeastForces out;
  out.pick = Eigen::MatrixXd::Zero(3 * count, columns);
  int column = 0;
  for (int i = 0; i < count; ++i) {
    const PushingContact& contact = contacts[i];
    if (contact.state == ContactState::Released) continue;
    const double mu = set.contacts[i].friction;
    const bool sticks = contact.state == ContactState::Stick;
    out.pick(3 * i, column) = 1.0;
    if (contact.state == ContactState::Slip)
      out.pick.block<2, 1>(3 * i + 1, column) = -mu * contact.slip;
    ++column;
    for (int k = 1; sticks && k <= 2; ++k) out.pick(3 * i + k, column++) = 1.0;
    out.cones.push_back({i, sticks ? mu : 1.0, sticks, -contact.slack});
  }
  Eigen::MatrixXd J(3 * count, set.mass.size());
  for (int i = 0; i < count; ++i) {
    J.row(3 * i) = set.N.row(i);
    J.middleRows<2>(3 * i + 1) = set.T.middleRows<2>(2 * i);
  }
  out.effect = set.mass.whitened_rows(J) * out.pick;
  const RankSolution least = minimum_norm_solve(out.effect, set.mass.whitened_force(f), kSplitRank);
  out.r = out.pick * least.z;
  out.misses = least.residual > kMissedEffect;
  return out;
}

}  // namespace

ConeMargin widest_margin(const ForceSplit& s, double enough, double hopeless) {
  ConeMargin best{s.r0, margin_of(s, s.r0), INFINITY};
  const auto k = s.Z.cols();
  if (k == 0 || s.cones.empty() || !(s.load > 0.0)) {
    best.bound = best.margin;
    return best;
  }
  if (best.margin > enough) return best;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(k + 1);
  x[k] = best.margin - 0.3 * s.load;
  ConeProgram program(s);
  for (double weight = 1.0; weight < kBarrierEnd; weight *= 10.0) {
    for (int step = 0; step < kNewtonPerWeight && descend(program, weight, x); ++step) {
      const Eigen::VectorXd trial = s.r0 + s.Z * x.head(k);
      const double margin = margin_of(s, trial);
      if (margin > best.margin) {
        best.r = trial;
        best.margin = margin;
      }
      if (margin > enough) return best;
    }
    // The centre is met to kDecrement only: twice the textbook gap.
    best.bound = std::min(best.bound, x[k] + 2.0 * barrier_parameter(s) * s.load / weight);
    if (best.bound < hopeless) return best;
  }
  return best;
}

std::optional<std::vector<double>> least_force_margins(const ContactSet& set,
                                                       const std::vector<PushingContact>& contacts,
                                                       const Eigen::VectorXd& f) {
  const LeastForces least = least_forces(set, contacts, f);
  if (least.misses) return std::nullopt;
  std::vector<double> margins;
  for (const ForceCone& cone : least.cones) margins.push_back(margin_of(cone, least.r));
  return margins;
}

ConeMargin force_margin(const ContactSet& set, const std::vector<PushingContact>& contacts,
                        const Eigen::VectorXd& f, const MarginLimits& limits) {
  LeastForces least = least_forces(set, contacts, f);
  if (least.misses) return {least.r, -INFINITY, -INFINITY};
  ForceSplit split{std::move(least.r), {}, std::move(least.cones), limits.load};
  // Most often the least forces do, and no other split is looked for.
  if (const double margin = margin_of(split, split.r0); margin > limits.enough)
    return {std::move(split.r0), margin, INFINITY};
  split.Z = least.pick * null_basis(least.effect, kSplitRank);
  return widest_margin(split, limits.enough, limits.hopeless);
}

}  // namespace rigor
