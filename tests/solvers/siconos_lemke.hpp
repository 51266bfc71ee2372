// SPDX-License-Identifier: Apache-2.0
// The Lemke solver of Siconos (INRIA) behind our own types: a second opinion for tests and
// benchmarks, with default options but for the iteration limit.
#pragma once

#include <cstdlib>

#include <Eigen/Core>

#include <rigor/solvers/lcp.hpp>

extern "C" {
#include <siconos/numerics/LCP_Solvers.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/lcp_cst.h>
}

namespace rigor::siconos {

struct Answer {
  Eigen::VectorXd z;
  bool claims_success = false;
};

inline Answer lemke(const LinearComplementarity& problem) {
  constexpr int kIterations = 10000;
  LinearComplementarity copy = problem;
  const auto n = static_cast<int>(copy.q.size());
  LinearComplementarityProblem* lcp = newLCP();
  lcp->size = n;
  lcp->M = NM_create_from_data(NM_DENSE, n, n, copy.M.data());
  lcp->q = copy.q.data();
  SolverOptions* options = solver_options_create(SICONOS_LCP_LEMKE);
  options->iparam[SICONOS_IPARAM_MAX_ITER] = kIterations;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
  Eigen::VectorXd w = Eigen::VectorXd::Zero(n);
  const int status = linearComplementarity_driver(lcp, z.data(), w.data(), options);
  solver_options_delete(options);
  std::free(options);         // which only empties it
  lcp->M->matrix0 = nullptr;  // ours
  lcp->q = nullptr;
  freeLinearComplementarityProblem(lcp);
  return {z, status == 0};
}

}  // namespace rigor::siconos
