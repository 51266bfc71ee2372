// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <rigor/solvers/linear_program.hpp>

namespace rigor {

/// The most even split of a contact force over redundant contacts.
struct MaxMinMultiplier {
  double t = 0.0;               ///< largest possible smallest multiplier; +infinity if unbounded
  Eigen::VectorXd multipliers;  ///< normals first, then the free ones; they reach t
  double residual = 0.0;        ///< |J'(z - z0)| / (|J| (|z| + |z0|))
  LinearProgramStatus status = LinearProgramStatus::Limit;
};

/// max t such that some multipliers z with J'z = J'z0 (the same force on the bodies) have every
/// normal component >= t. The last `free_count` rows of J are equations whose multipliers may have
/// any sign. With redundant contacts, lift-off is where t falls through 0, not where one multiplier
/// of some particular split does. Unbounded (bodies may be squeezed at will): the multipliers are
/// those given. `tolerance` decides the rank of J: above the noise of real geometry, since free
/// rows that are independent only by noise could carry any load. Scale rows to comparable lengths.
MaxMinMultiplier max_min_multiplier(const Eigen::MatrixXd& J, const Eigen::VectorXd& z0,
                                    int free_count = 0, double tolerance = 1e-6);

}  // namespace rigor
