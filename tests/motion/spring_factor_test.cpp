// SPDX-License-Identifier: Apache-2.0
// The factor in the equations that it is of.
#include <gtest/gtest.h>

#include <rigor/motion/spring_factor.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

struct Springs {
  Eigen::MatrixXd springs;
  Eigen::VectorXd roots;

  explicit Springs(Random& random, int columns = 7, int rows = 5) {
    const auto any = [&](auto...) { return random.uniform(-1.0, 1.0); };
    springs = Eigen::MatrixXd::NullaryExpr(columns, rows, any);
    roots = Eigen::VectorXd::NullaryExpr(columns, [&](auto) { return random.uniform(0.5, 2.0); });
  }
};

TEST(SpringFactor, GivesTheRowsWhatIsAskedByDeformedSprings) {
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const Springs of(random);
    const auto any = [&](auto...) { return random.uniform(-1.0, 1.0); };
    const Eigen::MatrixXd reach = Eigen::MatrixXd::NullaryExpr(5, 7, any);
    const Eigen::VectorXd asked = Eigen::VectorXd::NullaryExpr(5, any);
    SpringFactor factor(5, 7);
    ASSERT_EQ(factor.compute(of.springs, of.roots, reach), RankCheck::Kept);
    Eigen::VectorXd amounts = factor.amounts(asked);
    const Eigen::VectorXd forces = factor.fields() * amounts;
    EXPECT_LE((reach * forces - asked).norm(), 1e-12 * forces.norm());
    factor.deform(amounts);
    EXPECT_LE((of.roots.asDiagonal() * of.springs * amounts - forces).norm(),
              1e-12 * forces.norm());
  }
}

// Without friction the columns push along the rows that their springs read: J M⁻¹Sᵀ.
TEST(SpringFactor, IndicatorIsOneWithoutFriction) {
  Random random(4);
  const Springs of(random);
  SpringFactor factor(5, 7);
  const Eigen::MatrixXd reach = of.springs.transpose() * of.roots.cwiseInverse().asDiagonal();
  ASSERT_EQ(factor.compute(of.springs, of.roots, reach), RankCheck::Kept);
  EXPECT_NEAR(factor.indicator(), 1.0, 1e-12);
}

TEST(SpringFactor, LosesDependentSprings) {
  Random random(5);
  Springs of(random);
  of.springs.col(3) = 2.0 * of.springs.col(1) - of.springs.col(0);
  SpringFactor factor(5, 7);
  EXPECT_EQ(factor.compute(of.springs, of.roots, of.springs.transpose()), RankCheck::Lost);
}

}  // namespace
}  // namespace rigor
