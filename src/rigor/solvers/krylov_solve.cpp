// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <Eigen/Jacobi>

#include <rigor/solvers/krylov_solve.hpp>

namespace rigor {
namespace {

/// Products so far, made orthonormal, and the triangle that Givens rotations leave of them.
class Basis {
 public:
  Basis(const Eigen::VectorXd& b, int most)
      : vectors_(b.size(), most + 1),
        triangle_(Eigen::MatrixXd::Zero(most + 1, most)),
        right_(Eigen::VectorXd::Zero(most + 1)) {
    right_[0] = b.norm();
    vectors_.col(0) = b / right_[0];
  }

  Eigen::VectorXd last() const { return vectors_.col(size_); }
  double residual() const { return std::abs(right_[size_]); }

  void add(Eigen::VectorXd w) {
    const double length = w.norm();
    auto column = triangle_.col(size_);
    const auto known = vectors_.leftCols(size_ + 1);
    for (int pass = 0; pass < 2; ++pass) {  // twice is enough
      const Eigen::VectorXd along = known.transpose() * w;
      w.noalias() -= known * along;
      column.head(size_ + 1) += along;
    }
    column[size_ + 1] = w.norm();
    if (column[size_ + 1] > 1e-15 * length) vectors_.col(size_ + 1) = w / column[size_ + 1];
    for (int k = 0; k < size_; ++k) column.applyOnTheLeft(k, k + 1, rotations_[k].adjoint());
    Eigen::JacobiRotation<double> rotation;
    rotation.makeGivens(column[size_], column[size_ + 1]);
    column.applyOnTheLeft(size_, size_ + 1, rotation.adjoint());
    right_.applyOnTheLeft(size_, size_ + 1, rotation.adjoint());
    rotations_.push_back(rotation);
    ++size_;
  }

  Eigen::VectorXd solution() const {
    const Eigen::VectorXd amounts = triangle_.topLeftCorner(size_, size_)
                                        .triangularView<Eigen::Upper>()
                                        .solve(right_.head(size_));
    return vectors_.leftCols(size_) * amounts;
  }

 private:
  Eigen::MatrixXd vectors_;
  Eigen::MatrixXd triangle_;
  Eigen::VectorXd right_;
  std::vector<Eigen::JacobiRotation<double>> rotations_;
  int size_ = 0;
};

}  // namespace

std::optional<Eigen::VectorXd> krylov_solve(const LinearMap& product, const LinearMap& near_inverse,
                                            const Eigen::VectorXd& b, double tolerance,
                                            int most_steps) {
  const double size = b.norm();
  if (size == 0.0) return Eigen::VectorXd::Zero(b.size());
  if (!std::isfinite(size)) return std::nullopt;
  Basis basis(b, most_steps);
  for (int step = 0; step < most_steps; ++step) {
    basis.add(product(near_inverse(basis.last())));
    if (!std::isfinite(basis.residual())) return std::nullopt;
    if (basis.residual() > tolerance * size) continue;
    const Eigen::VectorXd x = near_inverse(basis.solution());
    // What rotations say is checked where it counts.
    if (!((b - product(x)).norm() <= 10.0 * tolerance * size)) return std::nullopt;
    return x;
  }
  return std::nullopt;
}

}  // namespace rigor
