// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/motion/independent_rows.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
namespace {

/// A - c c'. Rows meet few others where many bodies are in one island: then little of c is not
/// zero.
void take_off(const Eigen::VectorXd& c, Eigen::MatrixXd& A) {
  std::vector<Eigen::Index> met;
  for (Eigen::Index i = 0; i < c.size(); ++i)
    if (c[i] != 0.0) met.push_back(i);
  if (2 * std::ssize(met) > c.size()) {
    A.noalias() -= c * c.transpose();
    return;
  }
  for (const Eigen::Index k : met)
    for (const Eigen::Index i : met) A(i, k) -= c[i] * c[k];
}

}  // namespace

std::vector<int> independent_rows(Eigen::MatrixXd A, const std::vector<double>& bias,
                                  const Independence& independence) {
  const double tie = independence.tie;
  const Eigen::VectorXd size = A.diagonal();
  std::vector<int> chosen;
  for (;;) {
    int best = -1;
    double most = independence.least;
    for (int i = 0; i < A.rows(); ++i) {
      const double sine_squared = size[i] > 0.0 ? A(i, i) / size[i] : 0.0;
      const bool ties =
          best >= 0 && tie > 0.0 && sine_squared > most * (1.0 - tie) && bias[i] < bias[best];
      if (sine_squared <= most * (1.0 + std::max(tie, kRoundedSine)) && !ties) continue;
      most = std::max(most, sine_squared);
      best = i;
    }
    if (best < 0) break;
    chosen.push_back(best);
    const Eigen::VectorXd column = A.col(best) / std::sqrt(A(best, best));
    take_off(column, A);
    A.row(best).setZero();
    A.col(best).setZero();
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace rigor
