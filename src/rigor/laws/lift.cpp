// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <rigor/laws/lift.hpp>
#include <rigor/solvers/max_min_multiplier.hpp>

namespace rigor {
namespace {

/// Nothing can lift.
LiftMargin no_normals() { return {std::numeric_limits<double>::infinity(), -1, true}; }

}  // namespace

LiftMargin lift_margin(const Eigen::MatrixXd& J, int normals, const Eigen::VectorXd& z0) {
  LiftMargin result;
  if (normals == 0) return no_normals();
  const auto free_count = static_cast<int>(J.rows()) - normals;
  const MaxMinMultiplier even = max_min_multiplier(J, z0, free_count);
  result.margin = even.t;
  result.solved =
      even.status == LinearProgramStatus::Solved || even.status == LinearProgramStatus::Unbounded;
  even.multipliers.head(normals).minCoeff(&result.weakest);
  return result;
}

LiftMargin lift_margin(const Eigen::Ref<const BodyRows>& J, int normals, const RowBasis& basis,
                       const Vector6& multipliers) {
  if (basis.rank < J.rows()) {
    Eigen::VectorXd z0 = Eigen::VectorXd::Zero(J.rows());
    for (int k = 0; k < basis.rank; ++k) {
      z0[basis.rows[static_cast<std::size_t>(k)]] = multipliers[k];
    }
    return lift_margin(Eigen::MatrixXd(J), normals, z0);
  }
  LiftMargin result;
  if (normals == 0) return no_normals();
  result.margin = std::numeric_limits<double>::infinity();
  for (int k = 0; k < basis.rank; ++k) {
    const int row = basis.rows[static_cast<std::size_t>(k)];
    if (row >= normals || multipliers[k] >= result.margin) continue;
    result.margin = multipliers[k];
    result.weakest = row;
  }
  return result;
}

}  // namespace rigor
