// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <random>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <rigor/solvers/band_system.hpp>

namespace rigor {
namespace {

/// A chain of links of three unknowns each, each coupled with the next; numbered at random.
std::vector<std::vector<int>> shuffled_chain(int links, std::mt19937_64& random) {
  std::vector<int> name(static_cast<std::size_t>(3 * links));
  std::iota(name.begin(), name.end(), 0);
  std::shuffle(name.begin(), name.end(), random);
  std::vector<std::vector<int>> groups;
  for (int link = 0; link + 1 < links; ++link) {
    std::vector<int> group;
    for (int k = 3 * link; k < 3 * (link + 2); ++k) group.push_back(name[k]);
    groups.push_back(group);
  }
  return groups;
}

TEST(NarrowOrder, OfAChainIsTheChain) {
  std::mt19937_64 random(1);
  for (const int links : {2, 3, 10, 40}) {
    const NarrowOrder order = narrow_order(3 * links, shuffled_chain(links, random));
    EXPECT_LE(order.width, 8) << links << " links";  // 5 at best: two links have six unknowns
    std::vector<int> places = order.place;
    std::sort(places.begin(), places.end());
    for (int i = 0; i < 3 * links; ++i) EXPECT_EQ(places[i], i);
  }
}

TEST(NarrowOrder, PutsWhatIsNotCoupledSomewhere) {
  const NarrowOrder order = narrow_order(4, {{1, 3}});
  EXPECT_EQ(order.width, 1);
  EXPECT_EQ(std::abs(order.place[1] - order.place[3]), 1);
}

TEST(BandFactor, SolvesWhatDenseEliminationSolves) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  int exchanges = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const int count = 1 + trial % 20;
    const int width = std::min(trial % 7, count - 1);
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(count, count);
    for (int i = 0; i < count; ++i)
      for (int j = std::max(0, i - width); j <= std::min(count - 1, i + width); ++j)
        A(i, j) = i == j && trial % 3 == 0 && width > 0 ? 0.0 : number(random);
    const Eigen::VectorXd b = Eigen::VectorXd::Random(count);
    const Eigen::FullPivLU<Eigen::MatrixXd> dense(A);
    if (!dense.isInvertible() || dense.rcond() < 1e-6) continue;
    exchanges += A(0, 0) == 0.0 ? 1 : 0;
    const Eigen::VectorXd x = BandFactor(A, width).solve(b);
    EXPECT_LE((A * x - b).norm(), 1e-9 * b.norm()) << "trial " << trial;
  }
  EXPECT_GE(exchanges, 5);
}

TEST(BandFactor, OfASingularMatrixIsNotFinite) {
  EXPECT_FALSE(
      BandFactor(Eigen::MatrixXd::Zero(3, 3), 1).solve(Eigen::VectorXd::Ones(3)).allFinite());
}

}  // namespace
}  // namespace rigor
