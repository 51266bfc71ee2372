// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <rigor/solvers/lcp.hpp>

namespace rigor {

enum class LemkeStatus {
  Solved,
  Ray,         ///< a secondary ray: no solution if M is copositive-plus, else nothing is known
  Limit,       ///< the pivot limit was reached
  Inaccurate,  ///< a complementary basis was found, but its residual is above 1e-9
};

struct LemkeAnswer {
  Eigen::VectorXd z;      ///< zero unless Solved or Inaccurate
  double residual = 0.0;  ///< lcp_residual of z
  int pivots = 0;
  LemkeStatus status = LemkeStatus::Limit;
};

/// Complementary pivoting (Lemke 1965) on the equilibrated problem, covering vector of ones, ties
/// broken lexicographically so that it can not cycle. If that fails, other paths are tried that
/// prefer large pivots: nearly dependent rows make bases that are singular to rounding.
/// `pivot_limit` holds for each path; 0 means 1000 + 50 n: some problems need 2^n pivots.
LemkeAnswer lemke(const LinearComplementarity& problem, int pivot_limit = 0);

}  // namespace rigor
