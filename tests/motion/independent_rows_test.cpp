// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <rigor/motion/independent_rows.hpp>

#include "elimination.hpp"
#include "random_spatial.hpp"

namespace rigor {
namespace {

TEST(IndependentRows, SpanWhatAllRowsSpan) {
  Random random(41);
  int deficient = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int rank = 1 + random.index(5);
    const int count = rank + random.index(5);
    const Eigen::MatrixXd J =
        Eigen::MatrixXd::NullaryExpr(count, rank, [&] { return random.uniform(-1.0, 1.0); }) *
        Eigen::MatrixXd::NullaryExpr(rank, 8, [&] { return random.uniform(-1.0, 1.0); });
    const std::vector<int> chosen =
        independent_rows(J * J.transpose(), std::vector<double>(count, 0.0), {1e-10, 0.0});
    ASSERT_TRUE(std::is_sorted(chosen.begin(), chosen.end()));
    ASSERT_EQ(std::ssize(chosen), eliminate(J, Eigen::MatrixXd()).rank)
        << "Random(41), trial " << trial;
    Eigen::MatrixXd kept(std::ssize(chosen), 8);
    for (int k = 0; k < kept.rows(); ++k) kept.row(k) = J.row(chosen[k]);
    ASSERT_EQ(eliminate(kept, Eigen::MatrixXd()).rank, kept.rows())
        << "Random(41), trial " << trial;
    deficient += rank < count ? 1 : 0;
  }
  EXPECT_GT(deficient, 100);
}

TEST(IndependentRows, OfEqualOnesTheFirstIsKeptAndOfTiesTheOneThatSinksMost) {
  const Eigen::MatrixXd same = Eigen::MatrixXd::Ones(3, 3);
  EXPECT_EQ(independent_rows(same, {0.0, -2.0, -1.0}, {1e-10, 0.0}), std::vector<int>{0});
  EXPECT_EQ(independent_rows(same, {0.0, -2.0, -1.0}, {1e-10, 1e-3}), std::vector<int>{1});
}

// Rows of groups that do not meet: what is chosen of all is what is chosen of each.
TEST(IndependentRows, OfGroupsApartAreThoseOfEach) {
  Random random(42);
  constexpr int kGroups = 5;
  constexpr int kCount = 4;  // of rank three
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(kGroups * kCount, kGroups * kCount);
  std::vector<int> expected;
  for (int group = 0; group < kGroups; ++group) {
    const Eigen::MatrixXd J =
        Eigen::MatrixXd::NullaryExpr(kCount, 3, [&] { return random.uniform(-1.0, 1.0); });
    all.block<kCount, kCount>(kCount * group, kCount * group) = J * J.transpose();
    for (const int i :
         independent_rows(J * J.transpose(), std::vector<double>(kCount, 0.0), {1e-10, 0.0}))
      expected.push_back(kCount * group + i);
  }
  EXPECT_EQ(expected.size(), 15U);
  EXPECT_EQ(independent_rows(all, std::vector<double>(kGroups * kCount, 0.0), {1e-10, 0.0}),
            expected);
}

TEST(IndependentRows, ThoseBelowTheLeastSineAreLeftOut) {
  const double sine = 1e-3;
  Eigen::MatrixXd J(2, 2);
  J << 1.0, 0.0, std::sqrt(1.0 - sine * sine), sine;
  const Eigen::MatrixXd A = J * J.transpose();
  EXPECT_EQ(independent_rows(A, {0.0, 0.0}, {0.9e-6, 0.0}).size(), 2U);
  EXPECT_EQ(independent_rows(A, {0.0, 0.0}, {1.1e-6, 0.0}).size(), 1U);
}

}  // namespace
}  // namespace rigor
