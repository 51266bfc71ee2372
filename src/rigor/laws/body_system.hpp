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
  /// What the strongest row does to the bodies.
  double strongest() const;
  int unknowns() const { return static_cast<int>(G_.rows()); }

 private:
  const Eigen::MatrixXd& G_;
  std::vector<std::vector<int>> rows_;    ///< of G that are not zero, per contact
  std::vector<Eigen::MatrixXd> columns_;  ///< what stands there
  NarrowOrder order_;
};

/// Contacts of which some speeds are held at zero by impulses along the same directions. A little
/// is added to the bodies' answers where that leaves them some freedom: all but that share is held.
class HeldContacts {
 public:
  /// A projection per contact, on the speeds that are held; `bodies` must outlive this.
  HeldContacts(const BodySystem& bodies, std::vector<Eigen::Matrix3d> held);

  /// The shortest impulses that end the held ones of the speeds u. With A'w these speeds,
  /// -A'(AA')⁻¹w and w = (AA')⁻¹A(A'w): AA' belongs to the bodies.
  Eigen::VectorXd ending(const Eigen::VectorXd& u) const;
  /// Whether bodies can move while all that is held is zero.
  bool leave_freedom() const;

 private:
  Eigen::VectorXd selected(Eigen::VectorXd u) const;

  const BodySystem& bodies_;
  std::vector<Eigen::Matrix3d> held_;
  BodyFactor factor_;
};

}  // namespace rigor
