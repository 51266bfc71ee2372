// SPDX-License-Identifier: Apache-2.0
// Linear systems of unknowns that are coupled in small groups: the speeds of bodies, coupled where
// they touch. In a good order all couplings are near the diagonal, and elimination stays there.
#pragma once

#include <vector>

#include <Eigen/Core>

namespace rigor {

/// An order of unknowns, and the largest distance in it of two that are coupled.
struct NarrowOrder {
  std::vector<int> place;  ///< of every unknown
  int width = 0;
};

/// The order of Cuthill and McKee: outwards from an unknown at the rim, neighbours with few
/// neighbours first. The unknowns of a group are coupled with each other.
NarrowOrder narrow_order(int unknowns, const std::vector<std::vector<int>>& groups);

/// The LU factors, with exchanges of rows, of a matrix whose entries farther than `width` from the
/// diagonal are zero. Costs unknowns times width².
class BandFactor {
 public:
  /// Reads and overwrites what is near the diagonal.
  BandFactor(Eigen::MatrixXd matrix, int width);

  /// Not finite if the matrix is singular.
  Eigen::VectorXd solve(Eigen::VectorXd b) const;

 private:
  Eigen::MatrixXd factors_;
  std::vector<int> exchanged_;  ///< row k with this one, before column k is eliminated
  int below_ = 0;               ///< entries under the diagonal
  int beside_ = 0;              ///< entries to its right, once rows are exchanged
};

}  // namespace rigor
