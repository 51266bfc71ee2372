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

ScaledRows scaled(const MassFactor& mass, const LinearRows& at_least, const LinearRows& equal,
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

// Q₁ whose span holds every equation's row to rounding.
MatrixXd equation_basis(const NearestPoint& point, const UnitRows& unit) {
  if (!point.weak_equations) return point.factor.basis(point.equality_rank);
  Eigen::ColPivHouseholderQR<MatrixXd> qr;
  qr.setThreshold(kIndependent);
  qr.compute(unit.columns.leftCols(unit.equalities));
  return qr.householderQ() * MatrixXd::Identity(unit.columns.rows(), qr.rank());
}

// The shortest τ with T'τ = rest, in whitened coordinates; rest lies in the span of T's rows.
// T Q₁ = U S has full column rank and T = T Q₁ Q₁', so τ = U S⁻ᵀ Q₁'rest.
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
  tau.head(rank) = qr.matrixQR().topRows(rank).triangularView<Eigen::Upper>().transpose().solve(
      basis.transpose() * rest);
  tau.applyOnTheLeft(qr.householderQ());
  return tau;
}

}  // namespace

ConeProjection project_on_cone(const MassFactor& mass, const VectorXd& x_star,
                               const LinearRows& at_least, const LinearRows& equal,
                               const ProjectionOptions& options) {
  RIGOR_DEMAND(at_least.rows.rows() == at_least.right.size());
  RIGOR_DEMAND(equal.rows.rows() == equal.right.size());
  const ScaledRows rows = scaled(mass, at_least, equal, options.slack);
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
  answer.residual = kkt_residual(mass, x_star, at_least, equal, answer);
  return answer;
}

namespace {

double ratio(double size, double scale) { return size == 0.0 ? 0.0 : size / scale; }

}  // namespace

double kkt_residual(const MassFactor& mass, const VectorXd& x_star, const LinearRows& at_least,
                    const LinearRows& equal, const ConeProjection& answer) {
  const MatrixXd normals = mass.whitened_rows(at_least.rows);
  const MatrixXd tangents = mass.whitened_rows(equal.rows);
  const VectorXd y = mass.whitened(answer.x);
  const VectorXd y_star = mass.whitened(x_star);
  const double energy = y.norm() + y_star.norm();

  VectorXd balance = y - y_star;
  double forces = 0.0;
  double worst = 0.0;
  for (Index i = 0; i < normals.cols(); ++i) {
    const double length = normals.col(i).norm();
    const double gap = at_least.rows.row(i).dot(answer.x) - at_least.right[i];
    balance -= answer.normal[i] * normals.col(i);
    forces += length * std::abs(answer.normal[i]);
    const double scale = length * energy + std::abs(at_least.right[i]);
    const double force = length * length * answer.normal[i];
    const double miss = length > kZeroLength ? std::min(force, gap) : std::min(0.0, gap);
    worst = std::max(worst, ratio(std::abs(miss), scale));
  }
  for (Index j = 0; j < tangents.cols(); ++j) {
    const double length = tangents.col(j).norm();
    balance -= answer.tangential[j] * tangents.col(j);
    forces += length * std::abs(answer.tangential[j]);
    const double miss = std::abs(equal.rows.row(j).dot(answer.x) - equal.right[j]);
    worst = std::max(worst, ratio(miss, length * energy + std::abs(equal.right[j])));
  }
  return std::max(worst, ratio(balance.norm(), energy + forces));
}

}  // namespace rigor
