// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/Dense>

#include <rigor/demand.hpp>
#include <rigor/solvers/linear_program.hpp>

namespace rigor {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Rows are scaled to a largest entry of one, costs and right-hand sides likewise.
constexpr double kPivot = 1e-9;         // smaller entries are cancellation
constexpr double kReducedCost = 1e-11;  // reduced costs above minus this are optimal
constexpr double kInfeasible = 1e-9;    // remaining sum of artificial unknowns that means "none"
constexpr double kTie = 1e-12;          // ratios this close are equal

enum class Phase { Done, Unbounded, Limit };

class Tableau {
 public:
  // Unknowns 0..n-1, artificial unknowns n..n+m-1; b must be >= 0.
  Tableau(const MatrixXd& A, const VectorXd& b) : real_(A.cols()), body_(A.rows(), A.cols()) {
    body_ = A;
    right_ = b;
    basis_.resize(A.rows());
    for (Index i = 0; i < A.rows(); ++i) {
      basis_[i] = static_cast<int>(real_ + i);
    }
  }

  // Artificial columns are never stored: once one leaves it can not return.
  Phase minimize_artificial(int limit) {
    reduced_ = -body_.colwise().sum().transpose();
    return iterate(limit);
  }

  Phase minimize(const VectorXd& cost, int limit) {
    drive_out_artificials();
    reduced_ = cost;
    for (Index i = 0; i < body_.rows(); ++i) {
      const int j = basis_[i];
      if (j < real_) reduced_ -= cost[j] * body_.row(i).transpose();
    }
    return iterate(limit);
  }

  double artificial_sum() const {
    double sum = 0.0;
    for (Index i = 0; i < body_.rows(); ++i) {
      if (basis_[i] >= real_) sum += right_[i];
    }
    return sum;
  }

  const std::vector<int>& basis() const { return basis_; }
  const VectorXd& right() const { return right_; }
  int iterations() const { return iterations_; }

 private:
  Phase iterate(int limit) {
    bool degenerate = false;
    while (iterations_ < limit) {
      const Index column = entering(degenerate);
      if (column < 0) return Phase::Done;
      const Index row = leaving(column);
      if (row < 0) return Phase::Unbounded;
      degenerate = right_[row] <= kTie;
      pivot(row, column);
      ++iterations_;
    }
    return Phase::Limit;
  }

  Index entering(bool bland) const {
    Index best = -1;
    double steepest = -kReducedCost;
    for (Index j = 0; j < real_; ++j) {
      if (reduced_[j] >= steepest) continue;
      best = j;
      if (bland) break;
      steepest = reduced_[j];
    }
    return best;
  }

  Index leaving(Index column) const {
    Index best = -1;
    double smallest = 0.0;
    for (Index i = 0; i < body_.rows(); ++i) {
      const double entry = body_(i, column);
      const bool artificial = basis_[i] >= real_;
      // A degenerate artificial unknown must not grow again in the second phase.
      if (entry <= kPivot && !(artificial && right_[i] <= kTie && entry < -kPivot)) continue;
      const double step = std::max(0.0, right_[i]) / std::abs(entry);
      const bool tie = best >= 0 && std::abs(step - smallest) <= kTie * (1.0 + smallest);
      const bool lower = best >= 0 && basis_[i] < basis_[best];
      if (best < 0 || (tie ? lower : step < smallest)) {
        best = i;
        smallest = step;
      }
    }
    return best;
  }

  void pivot(Index row, Index column) {
    const double entry = body_(row, column);
    body_.row(row) /= entry;
    right_[row] /= entry;
    VectorXd factors = body_.col(column);
    factors[row] = 0.0;
    const Eigen::RowVectorXd pivot_row = body_.row(row);
    body_.noalias() -= factors * pivot_row;
    right_ -= factors * right_[row];
    reduced_ -= reduced_[column] * pivot_row.transpose();
    reduced_[column] = 0.0;
    body_.col(column).setZero();
    body_(row, column) = 1.0;
    basis_[row] = static_cast<int>(column);
  }

  // Rows whose artificial unknown can not leave depend on the others and stay without effect.
  void drive_out_artificials() {
    reduced_ = VectorXd::Zero(real_);
    for (Index i = 0; i < body_.rows(); ++i) {
      if (basis_[i] < real_) continue;
      Index column = 0;
      if (body_.row(i).cwiseAbs().maxCoeff(&column) > kPivot) {
        pivot(i, column);
      } else {
        body_.row(i).setZero();
        right_[i] = 0.0;
      }
    }
  }

  Index real_;
  MatrixXd body_;
  VectorXd right_;
  VectorXd reduced_;
  std::vector<int> basis_;
  int iterations_ = 0;
};

struct Scaled {
  MatrixXd A;
  VectorXd b;
  double right_scale = 1.0;
};

Scaled scaled(const MatrixXd& A, const VectorXd& b) {
  Scaled s{A, b};
  for (Index i = 0; i < A.rows(); ++i) {
    const double size = A.row(i).cwiseAbs().maxCoeff();
    const double factor = (b[i] < 0.0 ? -1.0 : 1.0) / (size > 0.0 ? size : 1.0);
    s.A.row(i) *= factor;
    s.b[i] *= factor;
  }
  if (b.size() > 0 && s.b.maxCoeff() > 0.0) s.right_scale = s.b.maxCoeff();
  s.b /= s.right_scale;
  return s;
}

// The vertex of the final basis, from the data as given.
VectorXd vertex(const Tableau& tableau, const MatrixXd& A, const VectorXd& b) {
  std::vector<int> columns;
  for (const int j : tableau.basis()) {
    if (j < A.cols()) columns.push_back(j);
  }
  MatrixXd B(A.rows(), static_cast<Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) B.col(static_cast<Index>(k)) = A.col(columns[k]);
  VectorXd x = VectorXd::Zero(A.cols());
  if (columns.empty()) return x;
  const VectorXd values = B.colPivHouseholderQr().solve(b);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    x[columns[k]] = values[static_cast<Index>(k)];
  }
  return x;
}

double residual_of(const VectorXd& x, const MatrixXd& A, const VectorXd& b) {
  double worst = 0.0;
  const double size = x.cwiseAbs().maxCoeff();
  if (size > 0.0) worst = std::max(0.0, -x.minCoeff()) / size;
  const VectorXd miss = (A * x - b).cwiseAbs();
  const VectorXd scale = A.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
  for (Index i = 0; i < b.size(); ++i) {
    if (miss[i] > 0.0) worst = std::max(worst, miss[i] / scale[i]);
  }
  return worst;
}

}  // namespace

LinearProgramAnswer minimize_linear(const VectorXd& cost, const MatrixXd& A, const VectorXd& b) {
  RIGOR_DEMAND(cost.size() == A.cols() && b.size() == A.rows() && cost.size() > 0);
  const int limit = 200 + 50 * static_cast<int>(A.rows() + A.cols());
  const Scaled s = scaled(A, b);
  Tableau tableau(s.A, s.b);
  LinearProgramAnswer answer;
  answer.x = VectorXd::Zero(A.cols());
  const Phase first = tableau.minimize_artificial(limit);
  answer.iterations = tableau.iterations();
  if (first == Phase::Limit) return answer;
  if (tableau.artificial_sum() > kInfeasible) {
    answer.status = LinearProgramStatus::Infeasible;
    return answer;
  }
  const double size = cost.cwiseAbs().maxCoeff();
  const Phase second = tableau.minimize(cost / (size > 0.0 ? size : 1.0), limit);
  answer.iterations = tableau.iterations();
  answer.x = vertex(tableau, A, b);
  answer.value = cost.dot(answer.x);
  answer.residual = residual_of(answer.x, A, b);
  if (second == Phase::Done) answer.status = LinearProgramStatus::Solved;
  if (second == Phase::Unbounded) answer.status = LinearProgramStatus::Unbounded;
  return answer;
}

}  // namespace rigor
