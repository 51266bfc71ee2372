// SPDX-License-Identifier: Apache-2.0
// Lemke's method beside the one of Siconos, where that library is installed.
#include <gtest/gtest.h>

#ifdef RIGOR_HAS_SICONOS

#include <Eigen/Dense>

#include <rigor/random.hpp>
#include <rigor/solvers/lemke.hpp>

#include "friction_problems.hpp"
#include "siconos_lemke.hpp"

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Siconos, AgreesOnRandomProblemsWithOneSolution) {
  Random random(61);
  int compared = 0;
  for (int sample = 0; sample < 200; ++sample) {
    const int n = 2 + random.index(20);
    MatrixXd A(n, n);
    LinearComplementarity problem{MatrixXd(n, n), VectorXd(n)};
    for (double& entry : A.reshaped()) entry = random.normal();
    for (double& entry : problem.q) entry = random.normal();
    problem.M = A * A.transpose() + 0.1 * MatrixXd::Identity(n, n);
    const LemkeAnswer ours = lemke(problem);
    const siconos::Answer theirs = siconos::lemke(problem);
    ASSERT_EQ(ours.status, LemkeStatus::Solved) << "seed 61, sample " << sample;
    if (!theirs.claims_success || lcp_residual(problem, theirs.z) > 1e-8) continue;
    ++compared;
    EXPECT_LE((ours.z - theirs.z).norm(), 1e-7 * (1.0 + ours.z.norm())) << "sample " << sample;
  }
  EXPECT_GE(compared, 180);
}

TEST(Siconos, WhereItSolvesFrictionSoDoWe) {
  int theirs_solved = 0;
  for (const int boxes : {1, 2, 3}) {
    for (int sample = 0; sample < 10; ++sample) {
      Random random(62, static_cast<std::uint64_t>(sample));
      const LinearComplementarity problem =
          problems::stewart_trinkle(problems::stack(boxes, 4), 0.0, 0.1 * sample, random);
      const LemkeAnswer ours = lemke(problem);
      const siconos::Answer theirs = siconos::lemke(problem);
      EXPECT_EQ(ours.status, LemkeStatus::Solved) << boxes << " boxes, sample " << sample;
      EXPECT_LE(ours.residual, 1e-11);
      theirs_solved += theirs.claims_success && lcp_residual(problem, theirs.z) < 1e-8 ? 1 : 0;
    }
  }
  std::printf("of 30 friction problems Siconos solved %d, ours 30\n", theirs_solved);
}

}  // namespace
}  // namespace rigor

#else

TEST(Siconos, IsNotInstalled) { GTEST_SKIP() << "libsiconos-numerics-dev was not found"; }

#endif
