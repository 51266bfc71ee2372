// SPDX-License-Identifier: Apache-2.0
// The speeds of bodies that many contacts couple, each a few of them.
#pragma once

#include <variant>

#include <Eigen/LU>

#include <rigor/solvers/band_system.hpp>

namespace rigor {

/// A factorised system of speeds of bodies.
class BodyFactor {
 public:
  BodyFactor(Eigen::MatrixXd system, const NarrowOrder& order);
  Eigen::VectorXd solve(const Eigen::VectorXd& f) const;

 private:
  const NarrowOrder& order_;  ///< of the BodySystem that made this
  std::variant<BandFactor, Eigen::PartialPivLU<Eigen::MatrixXd>> factor_;
};

/// Where the columns of G are not zero, contact by contact, and what that saves.
class BodySystem {
 public:
  /// Three columns of G per contact, one row per speed of the bodies; keeps a reference.
  explicit BodySystem(const Eigen::MatrixXd& G);

  /// Of rest + Σ G_i K_i G_i'.
  BodyFactor factor(const std::vector<Eigen::Matrix3d>& K, double rest) const;
  /// G r: what impulses do to the bodies.
  Eigen::VectorXd answer(const Eigen::VectorXd& r) const;
  /// G'y: what that does at the contacts.
  Eigen::VectorXd speeds(const Eigen::VectorXd& y) const;
  /// G'G.
  Eigen::MatrixXd products() const;
  /// What is left of speeds of the bodies where those at the contacts are to be zero, by the
  /// smallest change.
  Eigen::VectorXd free_part(Eigen::VectorXd y) const;

 private:
  const Eigen::MatrixXd& G_;
  std::vector<std::vector<int>> rows_;    ///< of G that are not zero, per contact
  std::vector<Eigen::MatrixXd> columns_;  ///< what stands there
  NarrowOrder order_;
};

}  // namespace rigor
