// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/QR>

#include <rigor/demand.hpp>
#include <rigor/solvers/cone_projection.hpp>

namespace rigor {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Shorter rows (in the dual norm) act on nothing.
constexpr double kZeroLength = std::numeric_limits<double>::min();

struct ScaledRows {
  UnitRows unit;
  VectorXd length;             // in the dual norm, equations first
  bool zero_rows_hold = true;  // rows of length zero: 0 >= c, 0 = d
};

ScaledRows scaled_rows(const MassFactor& mass, const LinearRows& at_least, const LinearRows& equal,
                       double slack) {
  const Index equations = equal.right.size();
  const Index inequalities = at_least.right.size();
  ScaledRows rows;
  rows.unit.equalities = static_cast<int>(equations);
  rows.unit.columns.resize(mass.size(), equations + inequalities);
  rows.unit.columns.leftCols(equations) = mass.whitened_rows(equal.rows);
  rows.unit.columns.rightCols(inequalities) = mass.whitened_rows(at_least.rows);
  rows.unit.right.resize(equations + inequalities);
  rows.unit.right << equal.right, at_least.right;
  rows.unit.slack = VectorXd::Constant(equations + inequalities, slack);
  rows.length = rows.unit.columns.colwise().norm();
  for (Index i = 0; i < rows.length.size(); ++i) {
    double& right = rows.unit.right[i];
    if (rows.length[i] > kZeroLength) {
      rows.unit.columns.col(i) /= rows.length[i];
      right /= rows.length[i];
      rows.unit.slack[i] /= rows.length[i];
    } else {
      if (right > slack || (i < equations && right < -slack)) rows.zero_rows_hold = false;
      rows.unit.columns.col(i).setZero();
      right = 0.0;
    }
  }
  return rows;
}

// A basis whose span holds every equation's row to rounding; its first columns are those of the
// factor, the others span what left-out equations have beyond them.
MatrixXd equation_basis(const NearestPoint& point, const UnitRows& unit) {
  const MatrixXd strong = point.factor.basis(point.equality_rank);
  if (!point.weak_equations) return strong;
  MatrixXd rest = unit.columns.leftCols(unit.equalities);
  for (int pass = 0; pass < 2; ++pass) rest -= strong * (strong.transpose() * rest).eval();
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(rest);
  const auto diagonal = qr.matrixQR().diagonal().cwiseAbs();
  Index rank = 0;
  while (rank < diagonal.size() && point.equality_rank + rank < unit.columns.rows() &&
         diagonal[rank] > kIndependent) {
    ++rank;
  }
  MatrixXd basis(unit.columns.rows(), point.equality_rank + rank);
  basis.leftCols(point.equality_rank) = strong;
  basis.rightCols(rank) = qr.householderQ() * MatrixXd::Identity(unit.columns.rows(), rank);
  return basis;
}

// The shortest τ with T'τ = rest, in whitened coordinates; rest lies in the span of the active
// equations' rows. T Q = U S has full column rank and T = T Q Q', so τ = U S⁻ᵀ Q'rest, where the
// part of Q'rest beyond the active equations is rounding and taken as zero.
VectorXd shortest_multipliers(const NearestPoint& point, const ScaledRows& rows,
                              const VectorXd& rest) {
  const int count = rows.unit.equalities;
  VectorXd tau = VectorXd::Zero(count);
  if (point.equality_rank == 0) return tau;
  const MatrixXd basis = equation_basis(point, rows.unit);
  const Index rank = basis.cols();
  const MatrixXd TQ = rows.length.head(count).asDiagonal() *
                      (rows.unit.columns.leftCols(count).transpose() * basis);
  const Eigen::HouseholderQR<MatrixXd> qr(TQ);
  VectorXd along = basis.transpose() * rest;
  along.tail(rank - point.equality_rank).setZero();
  tau.head(rank) =
      qr.matrixQR().topRows(rank).triangularView<Eigen::Upper>().transpose().solve(along);
  tau.applyOnTheLeft(qr.householderQ());
  return tau;
}

// The parts of kkt_residual.
struct KktMisses {
  double balance = 0.0;
  VectorXd inequalities;  // one for each
  VectorXd equations;     // one for each
};

KktMisses kkt_misses(const MassFactor& mass, const VectorXd& x_star, const LinearRows& at_least,
                     const LinearRows& equal, const ConeProjection& answer);

// Tells the rows that were left out as dependent from what was solved. An inequality that does not
// push is left out only if its violation is within the slack.
void measure(const KktMisses& misses, const NearestPoint& point, double inequality_slack,
             ConeProjection& answer) {
  VectorXd all(misses.equations.size() + misses.inequalities.size());
  all << misses.equations, misses.inequalities;
  std::vector<char> enforced(all.size(), answer.status == ProjectionStatus::Solved ? 0 : 1);
  for (const int row : point.active) enforced[row] = 1;
  for (Index i = 0; i < misses.inequalities.size(); ++i)
    if (misses.inequalities[i] > 2.0 * inequality_slack) enforced[misses.equations.size() + i] = 1;
  answer.residual = misses.balance;
  for (Index j = 0; j < all.size(); ++j) {
    double& worst = enforced[j] != 0 ? answer.residual : answer.slack_used;
    worst = std::max(worst, all[j]);
  }
}

}  // namespace

ConeProjection project_on_cone(const MassFactor& mass, const VectorXd& x_star,
                               const LinearRows& at_least, const LinearRows& equal,
                               const ProjectionOptions& options) {
  RIGOR_DEMAND(at_least.rows.rows() == at_least.right.size());
  RIGOR_DEMAND(equal.rows.rows() == equal.right.size());
  const ScaledRows rows = scaled_rows(mass, at_least, equal, options.slack);
  const VectorXd y_star = mass.whitened(x_star);
  const NearestPoint point = nearest_point(rows.unit, y_star, options);

  ConeProjection answer;
  answer.x = mass.unwhitened(point.y);
  answer.normal = VectorXd::Zero(at_least.right.size());
  VectorXd rest = point.y - y_star;
  const int equations = rows.unit.equalities;
  for (const int row : point.active) {
    if (row < equations) continue;
    const double multiplier = std::max(0.0, point.multipliers[row]);
    rest -= multiplier * rows.unit.columns.col(row);
    answer.normal[row - equations] = multiplier / rows.length[row];
    answer.active.push_back(row - equations);
  }
  std::sort(answer.active.begin(), answer.active.end());
  answer.tangential = shortest_multipliers(point, rows, rest);
  answer.equality_rank = point.equality_rank;
  answer.iterations = point.iterations;
  answer.status = point.status == ProjectionStatus::Solved && !rows.zero_rows_hold
                      ? ProjectionStatus::Inconsistent
                      : point.status;
  measure(kkt_misses(mass, x_star, at_least, equal, answer), point, options.inequality_slack,
          answer);
  return answer;
}

namespace {

double relative(double size, double scale) { return size == 0.0 ? 0.0 : size / scale; }

KktMisses kkt_misses(const MassFactor& mass, const VectorXd& x_star, const LinearRows& at_least,
                     const LinearRows& equal, const ConeProjection& answer) {
  const MatrixXd normals = mass.whitened_rows(at_least.rows);
  const MatrixXd tangents = mass.whitened_rows(equal.rows);
  const VectorXd y = mass.whitened(answer.x);
  const VectorXd y_star = mass.whitened(x_star);
  const double energy = y.norm() + y_star.norm();

  VectorXd balance = y - y_star;
  double forces = 0.0;
  KktMisses misses{0.0, VectorXd::Zero(normals.cols()), VectorXd::Zero(tangents.cols())};
  for (Index i = 0; i < normals.cols(); ++i) {
    const double length = normals.col(i).norm();
    const double gap = at_least.rows.row(i).dot(answer.x) - at_least.right[i];
    balance -= answer.normal[i] * normals.col(i);
    forces += length * std::abs(answer.normal[i]);
    const double scale = length * energy + std::abs(at_least.right[i]);
    const double force = length * length * answer.normal[i];
    const double miss = length > kZeroLength ? std::min(force, gap) : std::min(0.0, gap);
    misses.inequalities[i] = relative(std::abs(miss), scale);
  }
  for (Index j = 0; j < tangents.cols(); ++j) {
    const double length = tangents.col(j).norm();
    balance -= answer.tangential[j] * tangents.col(j);
    forces += length * std::abs(answer.tangential[j]);
    const double miss = std::abs(equal.rows.row(j).dot(answer.x) - equal.right[j]);
    misses.equations[j] = relative(miss, length * energy + std::abs(equal.right[j]));
  }
  misses.balance = relative(balance.norm(), energy + forces);
  return misses;
}

}  // namespace

double kkt_residual(const MassFactor& mass, const VectorXd& x_star, const LinearRows& at_least,
                    const LinearRows& equal, const ConeProjection& answer) {
  const KktMisses misses = kkt_misses(mass, x_star, at_least, equal, answer);
  double worst = misses.balance;
  for (const VectorXd* rows : {&misses.inequalities, &misses.equations})
    if (rows->size() > 0) worst = std::max(worst, rows->maxCoeff());
  return worst;
}

}  // namespace rigor
