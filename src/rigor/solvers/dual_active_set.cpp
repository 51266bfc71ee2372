// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <rigor/solvers/dual_active_set.hpp>

namespace rigor {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// All are fractions of |y| + |y*| + |right_i|, or of a row's unit length.
constexpr double kViolation = 1e-14;   // below it a violation is rounding
constexpr double kDrift = 1e-14;       // rounding gathered by updates that calls for a fresh factor
constexpr double kDownIsNoise = 1e-8;  // |a|² after cancelling this far is computed anew
// After this part of the iterations allowed, rows that nearly depend on the active ones are no
// longer set aside and tried again: that may go round in circles, enforcing them may not.
constexpr int kPatientPart = 8;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

enum class Entry { Entered, Weak, Impossible, Limit };

struct Move {
  double dual_step = kInfinity;  // first active multiplier to reach zero
  int leaving = -1;
};

/// The active inequality, from `first` on, whose multiplier is the first to reach zero along r.
Move first_to_leave(const VectorXd& r, const VectorXd& lambda, const std::vector<int>& active,
                    int first) {
  Move move;
  const double noise = r.size() == 0 ? 0.0 : kViolation * r.cwiseAbs().maxCoeff();
  for (int j = first; j < static_cast<int>(active.size()); ++j) {
    if (r[j] <= noise) continue;
    const double step = lambda[j] / r[j];
    const bool tie = step == move.dual_step && active[j] < active[move.leaving];
    if (step < move.dual_step || tie) move = {step, j};
  }
  return move;
}

class DualActiveSet {
 public:
  DualActiveSet(const UnitRows& rows, const VectorXd& y_star, const ProjectionOptions& options)
      : rows_(rows),
        y_star_(y_star),
        options_(options),
        factor_(static_cast<int>(y_star.size())),
        y_(y_star),
        lambda_(VectorXd::Zero(y_star.size())),
        aside_(rows.columns.cols(), 0),
        limit_(400 + 40 * static_cast<int>(rows.columns.cols() + y_star.size())) {}

  ProjectionStatus run(double equality_limit) {
    enter_equations(equality_limit);
    refresh_point();
    while (iterations_ < limit_) {
      const int row = most_violated();
      if (row < 0) {
        if (drifted()) {
          refactor();
          continue;
        }
        const std::optional<ProjectionStatus> end = settle_rows_aside();
        if (end) return *end;
        continue;
      }
      const bool patient = iterations_ < limit_ / kPatientPart || options_.weak == WeakRows::Refuse;
      const Entry entry = enter(row, patient ? options_.dependence : 0.0);
      if (entry == Entry::Limit) break;
      if (entry == Entry::Entered) {
        entered_ = true;
      } else {
        aside_[row] = 1;
      }
    }
    return ProjectionStatus::Limit;
  }

  /// Does every equation hold, also those that were left out as dependent?
  bool equations_hold() const {
    for (int i = 0; i < rows_.equalities; ++i) {
      if (std::abs(rows_.columns.col(i).dot(y_) - rows_.right[i]) > accepted(i)) return false;
    }
    return true;
  }

  NearestPoint result(ProjectionStatus status) && {
    NearestPoint point{std::move(y_), VectorXd::Zero(rows_.columns.cols()), std::move(active_),
                       std::move(factor_)};
    for (std::size_t k = 0; k < point.active.size(); ++k) {
      point.multipliers[point.active[k]] = lambda_[static_cast<int>(k)];
    }
    point.equality_rank = equality_rank_;
    point.weak_equations = weak_equations_;
    point.iterations = iterations_;
    point.status = status;
    return point;
  }

 private:
  double size_of_y() const { return y_.norm() + y_star_.norm(); }
  double accepted(int i) const {
    const double noise = i < rows_.equalities ? options_.equation_slack : options_.inequality_slack;
    return noise * (size_of_y() + std::abs(rows_.right[i])) + rows_.slack[i];
  }

  // Pivots on the longest remaining orthogonal part until none is longer than `limit`.
  void enter_equations(double limit) {
    const int count = rows_.equalities;
    VectorXd length2 = rows_.columns.leftCols(count).colwise().squaredNorm();
    VectorXd trusted2 = length2;
    VectorXd product;
    while (factor_.size() < factor_.unknowns()) {
      Eigen::Index pivot = 0;
      if (count == 0 || length2.maxCoeff(&pivot) <= limit * limit) break;
      factor_.coordinates(rows_.columns.col(pivot), d_);
      if (d_.tail(factor_.unknowns() - factor_.size()).norm() <= limit) {
        length2[pivot] = 0.0;
        continue;
      }
      factor_.add(d_);
      active_.push_back(static_cast<int>(pivot));
      length2[pivot] = 0.0;
      product.noalias() =
          rows_.columns.leftCols(count).transpose() * factor_.basis(factor_.size()).rightCols(1);
      for (int i = 0; i < count; ++i) shorten(i, product[i], length2, trusted2);
    }
    equality_rank_ = factor_.size();
    weak_equations_ = count > 0 && length2.maxCoeff() > 0.0;
  }

  void shorten(int i, double along_new, VectorXd& length2, VectorXd& trusted2) {
    if (length2[i] == 0.0) return;
    length2[i] -= along_new * along_new;
    if (length2[i] > kDownIsNoise * trusted2[i]) return;
    factor_.coordinates(rows_.columns.col(i), d_);
    length2[i] = d_.tail(factor_.unknowns() - factor_.size()).squaredNorm();
    trusted2[i] = length2[i];
    if (length2[i] <= kIndependent * kIndependent) length2[i] = 0.0;
  }

  // y and λ of the present active set, from the factor: y = y* + Q₁(R⁻ᵀ c - Q₁'y*).
  void refresh_point() {
    const int k = factor_.size();
    if (k == 0) {
      y_ = y_star_;
      return;
    }
    VectorXd right(k);
    for (int j = 0; j < k; ++j) right[j] = rows_.right[active_[j]];
    VectorXd u;
    factor_.solve_transposed(right, u);
    u.noalias() -= factor_.basis(k).transpose() * y_star_;
    y_ = y_star_;
    y_.noalias() += factor_.basis(k) * u;
    VectorXd multipliers;
    factor_.solve(u, multipliers);
    lambda_.head(k) = multipliers;
    for (int j = equality_rank_; j < k; ++j) lambda_[j] = std::max(lambda_[j], 0.0);
  }

  void refactor() {
    ActiveFactor fresh(factor_.unknowns());
    for (const int row : active_) {
      fresh.coordinates(rows_.columns.col(row), d_);
      fresh.add(d_);
    }
    factor_ = std::move(fresh);
    refresh_point();
    fresh_ = true;
  }

  bool drifted() {
    if (fresh_) return false;
    VectorXd rest = y_ - y_star_;
    double worst = 0.0;
    for (int j = 0; j < factor_.size(); ++j) {
      const int row = active_[j];
      rest -= lambda_[j] * rows_.columns.col(row);
      worst = std::max(worst, std::abs(rows_.columns.col(row).dot(y_) - rows_.right[row]));
    }
    return std::max(worst, rest.norm()) > kDrift * size_of_y();
  }

  // The inequality violated most, or -1. Patience grows with the iterations: a safeguard that ends
  // any chase after rounding; the residual reported at the end tells whether it ever mattered.
  int most_violated() {
    const int first = rows_.equalities;
    const auto count = rows_.columns.cols() - first;
    if (count == 0) return -1;
    slack_.noalias() = rows_.columns.rightCols(count).transpose() * y_;
    slack_ -= rows_.right.tail(count);
    const double patience = std::min(1e3, std::pow(10.0, iterations_ / (limit_ / 4)));
    const double size = size_of_y();
    int worst = -1;
    double deepest = 0.0;
    for (int i = 0; i < count; ++i) {
      if (slack_[i] >= deepest || aside_[first + i] != 0) continue;
      if (-slack_[i] <= patience * kViolation * (size + std::abs(rows_.right[first + i]))) continue;
      deepest = slack_[i];
      worst = first + i;
    }
    return worst;
  }

  void leave(int position) {
    factor_.drop(position);
    active_.erase(active_.begin() + position);
    for (int j = position; j < factor_.size(); ++j) lambda_[j] = lambda_[j + 1];
  }

  // Moves along the dual path until `row` holds, dropping rows whose multiplier reaches zero.
  // Nothing changes unless the row entered.
  Entry enter(int row, double weakest) {
    struct Snapshot {
      ActiveFactor factor;
      VectorXd y, lambda;
      std::vector<int> active;
    };
    std::optional<Snapshot> before;
    double multiplier = 0.0;
    const auto a = rows_.columns.col(row);
    while (++iterations_ < limit_) {
      const int k = factor_.size();
      factor_.coordinates(a, d_);
      const double length = k < factor_.unknowns() ? d_.tail(factor_.unknowns() - k).norm() : 0.0;
      factor_.solve(d_, r_);
      const Move move = first_to_leave(r_, lambda_, active_, equality_rank_);
      const double violation = std::max(0.0, rows_.right[row] - a.dot(y_));
      const double primal_step = length > kIndependent ? violation / (length * length) : kInfinity;
      if (!before && length < weakest && move.leaving >= 0) {
        before = Snapshot{factor_, y_, lambda_, active_};
      }
      const bool impossible = primal_step == kInfinity && move.leaving < 0;
      if (impossible || (length < weakest && primal_step <= move.dual_step)) {
        if (before) {
          factor_ = std::move(before->factor);
          y_ = std::move(before->y);
          lambda_ = std::move(before->lambda);
          active_ = std::move(before->active);
        }
        return impossible ? Entry::Impossible : Entry::Weak;
      }
      const double step = std::min(primal_step, move.dual_step);
      if (length > kIndependent) {
        factor_.orthogonal_part(d_, z_);
        y_ += step * z_;
      }
      lambda_.head(k) -= step * r_;
      multiplier += step;
      fresh_ = false;
      if (primal_step <= move.dual_step) {
        factor_.add(d_);
        active_.push_back(row);
        lambda_[k] = multiplier;
        return Entry::Entered;
      }
      leave(move.leaving);
    }
    return Entry::Limit;
  }

  // All other rows hold: what about those set aside? Nothing if the search has to go on.
  std::optional<ProjectionStatus> settle_rows_aside() {
    int worst = -1;
    double deepest = 0.0;
    for (int i = rows_.equalities; i < rows_.columns.cols(); ++i) {
      if (aside_[i] == 0) continue;
      const double violation = -slack_[i - rows_.equalities];
      if (violation <= accepted(i)) continue;
      if (entered_) aside_[i] = 0;
      if (violation > deepest) {
        deepest = violation;
        worst = i;
      }
    }
    if (worst < 0) return ProjectionStatus::Solved;
    if (entered_) {  // other rows are active since these were set aside: try them again
      entered_ = false;
      return std::nullopt;
    }
    if (options_.weak == WeakRows::Refuse) return ProjectionStatus::Inconsistent;
    const Entry entry = enter(worst, 0.0);
    if (entry == Entry::Impossible || entry == Entry::Weak) return ProjectionStatus::Inconsistent;
    return std::nullopt;
  }

  const UnitRows& rows_;
  const VectorXd& y_star_;
  const ProjectionOptions& options_;
  ActiveFactor factor_;
  VectorXd y_, lambda_, d_, r_, z_, slack_;
  std::vector<int> active_;
  std::vector<char> aside_;
  int equality_rank_ = 0;
  int iterations_ = 0;
  int limit_;
  bool weak_equations_ = false;
  bool entered_ = false;
  bool fresh_ = true;
};

}  // namespace

NearestPoint nearest_point(const UnitRows& rows, const VectorXd& y_star,
                           const ProjectionOptions& options) {
  // While some equation left out as nearly dependent does not follow from the others, fewer are
  // left out: first those that the slack can not excuse, at last all that are not rounding.
  const double excused = std::max(kIndependent, options.equation_slack);
  for (const double limit : {options.dependence, std::min(options.dependence, excused)}) {
    DualActiveSet search(rows, y_star, options);
    const ProjectionStatus status = search.run(limit);
    if (status != ProjectionStatus::Solved || search.equations_hold()) {
      return std::move(search).result(status);
    }
    if (options.weak == WeakRows::Refuse) {
      return std::move(search).result(ProjectionStatus::Inconsistent);
    }
  }
  DualActiveSet search(rows, y_star, options);
  const ProjectionStatus status = search.run(kIndependent);
  const bool holds = search.equations_hold();
  return std::move(search).result(
      status == ProjectionStatus::Solved && !holds ? ProjectionStatus::Inconsistent : status);
}

}  // namespace rigor
