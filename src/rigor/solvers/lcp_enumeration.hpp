// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <Eigen/Core>

#include <rigor/solvers/lcp.hpp>

namespace rigor {

/// Largest problem that `all_lcp_solutions` accepts: 2^n bases are tried.
inline constexpr int kLargestEnumeration = 14;

/// Every solution of a small linear complementarity problem.
struct LcpSolutions {
  std::vector<Eigen::VectorXd> solutions;  ///< distinct, in the order of their complementary bases
  /// Some solutions are not isolated: at least one complementary basis is singular and has
  /// infinitely many; one or more of their vertices are in the list.
  bool continuum = false;
};

/// Tries all 2^n complementary bases; the reference for tests and the evidence for reports of
/// indeterminate or inconsistent contact. `tolerance`: signs and equality, on the equilibrated
/// problem relative to its size.
LcpSolutions all_lcp_solutions(const LinearComplementarity& problem, double tolerance = 1e-9);

}  // namespace rigor
