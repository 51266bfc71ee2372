// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include <rigor/demand.hpp>
#include <rigor/solvers/basis_factor.hpp>
#include <rigor/solvers/lemke.hpp>

namespace rigor {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// The problem is equilibrated and max |q| is one, so these are relative.
constexpr double kLastPivot = 1e-12;  // below this an entry is rounding
constexpr double kTie = 1e-12;        // ratios this close are compared lexicographically
constexpr double kLexicographicTie = 1e-10;
constexpr double kGive = 1e-11;   // basic unknowns may fall this far below zero for a better pivot
constexpr double kSolved = 1e-9;  // larger residuals are never called solved
constexpr double kExact = 1e-13;  // larger ones come from bases that are nearly singular

constexpr int kRetryPivots = 10;  // for each unknown; paths beyond the first are not worth more

enum class Ties { Lexicographic, LargestPivot };

// One way through the pivots. The first is the exact method; the others are for nearly dependent
// rows, where it walks over bases that are singular to rounding.
struct Path {
  Ties ties = Ties::Lexicographic;
  double pivot = 1e-9;     // smaller pivots only if there is nothing else
  int exchanges = 40;      // after so many the basis is factored anew
  bool even_cover = true;  // all ones, or between one and two
};
constexpr Path kPaths[] = {
    {},
    {Ties::LargestPivot, 1e-9, 20, true},
    {Ties::LargestPivot, 1e-7, 10, false},
    {Ties::Lexicographic, 1e-7, 10, false},
};

// Covering vectors without equal entries: 1 + frac(i φ).
VectorXd cover(int n, bool even) {
  VectorXd d = VectorXd::Ones(n);
  if (even) return d;
  for (int i = 0; i < n; ++i) d[i] += std::fmod(0.6180339887498949 * i, 1.0);
  return d;
}

// Unknowns: w_i is i, z_i is n + i, the artificial z0 is 2n; w - M z - cover z0 = q.
class Pivoting {
 public:
  Pivoting(const MatrixXd& M, const VectorXd& q, const Path& path)
      : M_(M),
        q_(q),
        n_(static_cast<int>(q.size())),
        path_(path),
        cover_(cover(n_, path.even_cover)),
        basis_(n_),
        factor_(n_),
        x_(q) {
    for (int i = 0; i < n_; ++i) basis_[i] = i;
  }

  LemkeStatus run(int limit) {
    int entering = start();
    while (pivots_ < limit) {
      VectorXd d = factor_.solved(column(entering));
      int row = leaving_row(d);
      if (factor_.exchanges() > 0 && (row < 0 || d[row] < path_.pivot)) {  // look again, freshly
        refactor();
        d = factor_.solved(column(entering));
        row = leaving_row(d);
      }
      if (row < 0) return LemkeStatus::Ray;
      const int leaving = basis_[row];
      pivot(row, entering, d);
      if (leaving == 2 * n_) return LemkeStatus::Solved;
      entering = leaving < n_ ? leaving + n_ : leaving - n_;
    }
    return LemkeStatus::Limit;
  }

  // The z of the present basis, from a fresh factor with one step of refinement.
  VectorXd solution() {
    const MatrixXd B = basis_matrix();
    factor_.factor(B);
    VectorXd x = factor_.solved(q_);
    x += factor_.solved(q_ - B * x);
    VectorXd z = VectorXd::Zero(n_);
    for (int i = 0; i < n_; ++i) {
      const int unknown = basis_[i];
      if (unknown >= n_ && unknown < 2 * n_) z[unknown - n_] = std::max(0.0, x[i]);
    }
    return z;
  }

  int pivots() const { return pivots_; }

 private:
  VectorXd column(int unknown) const {
    if (unknown < n_) return VectorXd::Unit(n_, unknown);
    if (unknown < 2 * n_) return -M_.col(unknown - n_);
    return -cover_;
  }

  // z0 enters where q/cover is lowest: the lexicographically last among equals.
  int start() {
    int row = 0;
    for (int i = 1; i < n_; ++i) {
      if (q_[i] * cover_[row] <= q_[row] * cover_[i]) row = i;
    }
    pivot(row, 2 * n_, -cover_);
    return n_ + row;
  }

  void pivot(int row, int entering, const VectorXd& d) {
    const double step = x_[row] / d[row];
    x_ -= step * d;
    x_[row] = step;
    basis_[row] = entering;
    factor_.exchange(row, d);
    ++pivots_;
    if (factor_.exchanges() >= path_.exchanges) refactor();
  }

  MatrixXd basis_matrix() const {
    MatrixXd B(n_, n_);
    for (int i = 0; i < n_; ++i) B.col(i) = column(basis_[i]);
    return B;
  }

  void refactor() {
    factor_.factor(basis_matrix());
    x_ = factor_.solved(q_);
  }

  int leaving_row(const VectorXd& d) const {
    const int row = leaving_row(d, path_.pivot);
    return row >= 0 ? row : leaving_row(d, kLastPivot);
  }

  int leaving_row(const VectorXd& d, double smallest_pivot) const {
    const double threshold = smallest_pivot * std::max(1.0, d.cwiseAbs().maxCoeff());
    const double give = path_.ties == Ties::LargestPivot ? kGive : 0.0;
    double bound = -1.0;
    for (int i = 0; i < n_; ++i) {
      if (d[i] <= threshold) continue;
      const double ratio = (std::max(0.0, x_[i]) + give) / d[i];
      if (bound < 0.0 || ratio < bound) bound = ratio;
    }
    if (bound < 0.0) return -1;
    if (path_.ties == Ties::Lexicographic) bound += kTie * (1.0 + bound);
    std::vector<int> ties;
    for (int i = 0; i < n_; ++i) {
      if (d[i] <= threshold || std::max(0.0, x_[i]) / d[i] > bound) continue;
      if (basis_[i] == 2 * n_) return i;  // the way out, if it is open
      ties.push_back(i);
    }
    if (path_.ties == Ties::Lexicographic) return lexicographic_least(ties, d);
    return *std::max_element(ties.begin(), ties.end(), [&d](int a, int b) { return d[a] < d[b]; });
  }

  // Among rows of equal ratio the one whose row of B⁻¹, divided by d_i, is lexicographically least.
  int lexicographic_least(const std::vector<int>& ties, const VectorXd& d) const {
    int best = ties.front();
    if (ties.size() == 1) return best;
    VectorXd best_row = factor_.inverse_row(best) / d[best];
    for (std::size_t k = 1; k < ties.size(); ++k) {
      const int i = ties[k];
      VectorXd row = factor_.inverse_row(i) / d[i];
      for (int j = 0; j < n_; ++j) {
        const double difference = row[j] - best_row[j];
        const double size = 1.0 + std::abs(row[j]) + std::abs(best_row[j]);
        if (std::abs(difference) <= kLexicographicTie * size) continue;
        if (difference < 0.0) {
          best = i;
          best_row.swap(row);
        }
        break;
      }
    }
    return best;
  }

  const MatrixXd& M_;
  const VectorXd& q_;
  int n_;
  Path path_;
  VectorXd cover_;
  std::vector<int> basis_;
  BasisFactor factor_;
  VectorXd x_;
  int pivots_ = 0;
};

}  // namespace

LemkeAnswer lemke(const LinearComplementarity& problem, int pivot_limit) {
  const auto n = problem.q.size();
  RIGOR_DEMAND(problem.M.rows() == n && problem.M.cols() == n);
  LemkeAnswer answer;
  answer.z = VectorXd::Zero(n);
  if (n == 0 || problem.q.minCoeff() >= 0.0) {
    answer.status = LemkeStatus::Solved;
    return answer;
  }
  const int limit = pivot_limit > 0 ? pivot_limit : 1000 + 50 * static_cast<int>(n);
  const Equilibration scale = equilibrate(problem.M);
  const MatrixXd M = scale.row.asDiagonal() * problem.M * scale.column.asDiagonal();
  VectorXd q = scale.row.cwiseProduct(problem.q);
  const double size = q.cwiseAbs().maxCoeff();
  q /= size;
  LemkeStatus status = LemkeStatus::Limit;
  for (const Path& path : kPaths) {
    Pivoting pivoting(M, q, path);
    const bool exact = &path == kPaths;
    const LemkeStatus end =
        pivoting.run(exact ? limit : std::min(limit, 100 + kRetryPivots * static_cast<int>(n)));
    answer.pivots += pivoting.pivots();
    if (exact) status = end;  // the exact method decides between ray and limit
    if (exact && end == LemkeStatus::Limit) break;
    if (end != LemkeStatus::Solved) continue;
    const VectorXd z = size * scale.column.cwiseProduct(pivoting.solution());
    const double residual = lcp_residual(problem, z);
    if (answer.status == LemkeStatus::Limit || residual < answer.residual) {
      answer.z = z;
      answer.residual = residual;
      answer.status = residual <= kSolved ? LemkeStatus::Solved : LemkeStatus::Inaccurate;
    }
    if (answer.residual <= kExact) return answer;
  }
  if (answer.status == LemkeStatus::Limit) answer.status = status;
  return answer;
}

}  // namespace rigor
