// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <Eigen/Core>
#include <Eigen/LU>

namespace rigor {

/// B⁻¹ of a basis whose columns are exchanged one at a time: one LU factorisation and a list of
/// exchanges since ("product form"), to be factored anew from time to time.
class BasisFactor {
 public:
  /// The identity of size n.
  explicit BasisFactor(int n) : size_(n) {}

  /// Factors B; forgets the exchanges.
  void factor(const Eigen::MatrixXd& B);

  /// The column at `position` becomes the one with d = B⁻¹(new column); d[position] must not be
  /// zero.
  void exchange(int position, const Eigen::VectorXd& d);

  /// Exchanges since the last factorisation.
  int exchanges() const { return static_cast<int>(etas_.size()); }

  /// B⁻¹ b.
  Eigen::VectorXd solved(const Eigen::VectorXd& b) const;

  /// Row `position` of B⁻¹, as a column.
  Eigen::VectorXd inverse_row(int position) const;

 private:
  struct Eta {
    int position = 0;
    Eigen::VectorXd d;
  };
  int size_;
  bool identity_ = true;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  std::vector<Eta> etas_;
};

}  // namespace rigor
