// SPDX-License-Identifier: Apache-2.0
// M + J'W J of a contact problem, factored: M of bodies and trees, W a 3 x 3 weight per contact and
// a number per bounded row. What splittings and Newton steps solve with.
#pragma once

#include <rigor/solvers/bordered_cholesky.hpp>
#include <rigor/solvers/cone_problem.hpp>

namespace rigor {

/// Velocities of bodies, and of all trees one after the other.
struct ConeVelocities {
  std::vector<ConeProblem::Velocity> bodies;
  Eigen::VectorXd trees;
};

class ConeMatrix {
 public:
  /// The problem must outlive it.
  explicit ConeMatrix(const ConeProblem& problem);

  /// M alone.
  void clear();
  /// Adds J'W J of the contact, W symmetric.
  void add(const ConeContact& contact, const Eigen::Matrix3d& weight);
  void add(const BoundedRow& row, double weight);
  /// False if the matrix is not positive definite: then nothing may be solved.
  [[nodiscard]] bool factor() { return matrix_.factor(); }
  /// Solves in place.
  void solve(ConeVelocities& x) const { matrix_.solve(x.bodies, x.trees); }

  /// M u.
  ConeVelocities momentum(const ConeVelocities& u) const;
  /// u*.
  ConeVelocities start() const;
  /// Where the velocities of the tree stand among those of all.
  int offset(int tree) const { return offsets_[tree]; }
  int place(const BoundedRow& row) const { return offsets_[row.tree] + row.velocity; }

 private:
  const ConeProblem& problem_;
  std::vector<int> offsets_;
  BorderedCholesky matrix_;
};

/// What trees add to J u, and J'force of them.
void add_tree_speeds(const ConeMatrix& matrix, const std::vector<TreePart>& parts,
                     const ConeVelocities& u, Eigen::Vector3d& y);
void add_tree_force(const ConeMatrix& matrix, const std::vector<TreePart>& parts,
                    const Eigen::Vector3d& force, ConeVelocities& sum);

/// J u of the contact.
Eigen::Vector3d speeds_by(const ConeMatrix& matrix, const ConeContact& contact,
                          const ConeVelocities& u);
/// Adds J'force of the contact.
void add_force(const ConeMatrix& matrix, const ConeContact& contact, const Eigen::Vector3d& force,
               ConeVelocities& sum);

}  // namespace rigor
