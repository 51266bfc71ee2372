// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/solvers/band_system.hpp>

namespace rigor {
namespace {

using Neighbours = std::vector<std::vector<int>>;

Neighbours neighbours_of(int unknowns, const std::vector<std::vector<int>>& groups) {
  Neighbours all(static_cast<std::size_t>(unknowns));
  for (const std::vector<int>& group : groups)
    for (const int i : group)
      for (const int j : group)
        if (i != j) all[i].push_back(j);
  for (std::vector<int>& own : all) {
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
  }
  return all;
}

/// What can be reached from `start`, outwards; neighbours with few neighbours first.
std::vector<int> reached_from(int start, const Neighbours& neighbours) {
  std::vector<int> found{start};
  std::vector<char> known(neighbours.size(), 0);
  known[start] = 1;
  for (std::size_t next = 0; next < found.size(); ++next) {
    const std::size_t first = found.size();
    for (const int j : neighbours[found[next]]) {
      if (known[j] != 0) continue;
      known[j] = 1;
      found.push_back(j);
    }
    std::stable_sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end(),
                     [&](int i, int j) { return neighbours[i].size() < neighbours[j].size(); });
  }
  return found;
}

}  // namespace

NarrowOrder narrow_order(int unknowns, const std::vector<std::vector<int>>& groups) {
  const Neighbours neighbours = neighbours_of(unknowns, groups);
  NarrowOrder order{std::vector<int>(static_cast<std::size_t>(unknowns), -1)};
  int next = 0;
  for (int i = 0; i < unknowns; ++i) {
    if (order.place[i] >= 0) continue;
    const int rim = reached_from(i, neighbours).back();  // what is farthest from anywhere
    for (const int j : reached_from(rim, neighbours)) order.place[j] = next++;
  }
  for (int i = 0; i < unknowns; ++i)
    for (const int j : neighbours[i])
      order.width = std::max(order.width, order.place[i] - order.place[j]);
  return order;
}

BandFactor::BandFactor(Eigen::MatrixXd matrix, int width)
    : factors_(std::move(matrix)), below_(width), beside_(2 * width) {
  const int count = static_cast<int>(factors_.rows());
  for (int k = 0; k < count; ++k) {
    const int rows = std::min(below_, count - 1 - k);
    const int columns = std::min(beside_, count - 1 - k);
    Eigen::Index pivot = 0;
    factors_.col(k).segment(k, rows + 1).cwiseAbs().maxCoeff(&pivot);
    exchanged_.push_back(k + static_cast<int>(pivot));
    if (pivot > 0)
      factors_.row(k)
          .segment(k, columns + 1)
          .swap(factors_.row(exchanged_[k]).segment(k, columns + 1));
    auto multipliers = factors_.col(k).segment(k + 1, rows);
    multipliers /= factors_(k, k);
    factors_.block(k + 1, k + 1, rows, columns).noalias() -=
        multipliers * factors_.row(k).segment(k + 1, columns);
  }
}

Eigen::VectorXd BandFactor::solve(Eigen::VectorXd b) const {
  const int count = static_cast<int>(factors_.rows());
  for (int k = 0; k < count; ++k) {
    std::swap(b[k], b[exchanged_[k]]);
    const int rows = std::min(below_, count - 1 - k);
    b.segment(k + 1, rows) -= b[k] * factors_.col(k).segment(k + 1, rows);
  }
  for (int k = count - 1; k >= 0; --k) {
    b[k] /= factors_(k, k);
    const int above = std::min(beside_, k);
    b.segment(k - above, above) -= b[k] * factors_.col(k).segment(k - above, above);
  }
  return b;
}

}  // namespace rigor
