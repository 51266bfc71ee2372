// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/contact_set.hpp>

namespace rigor {

enum class ImpactStatus : std::uint8_t {
  Solved,      ///< the law's conditions hold to the stated residual
  Unpolished,  ///< Coulomb: the best approximation found; see the residual
  Failed,      ///< no acceptable solution was found; v is v_minus
};

enum class Fate : std::uint8_t { Stays, Leaves };

/// The outcome of a simultaneous impact on all contacts of a set.
struct Impact {
  Eigen::VectorXd v;           ///< velocity after it
  Eigen::VectorXd normal;      ///< impulse of each contact, N s (N m s for angular limits)
  Eigen::VectorXd tangential;  ///< two per contact
  /// Of the first phase; the rest belongs to the expansion. Empty: there was one phase only.
  Eigen::VectorXd compression_normal{};
  Eigen::VectorXd compression_tangential{};
  std::vector<Fate> fates;     ///< Stays: zero normal speed after it
  double energy_change = 0.0;  ///< joules, less the work of drives; never above rounding
  double residual = 0.0;  ///< worst relative residual of the problems solved, as originally posed
  /// No-slip laws: largest relative violation of rows that depend on others up to
  /// kFlatness and were left out; at most kFlatness. Not part of `residual`.
  double row_slack = 0.0;
  /// Factor in [0, 1] on every restitution coefficient: below 1 if the coefficients as given would
  /// have raised the energy; then it is the one that keeps it.
  double restitution_factor = 1.0;
  /// The velocity depends on how the impulse is split over dependent rows (restitution with unequal
  /// coefficients, or normals that depend on bonded tangents): the split of least norm was taken.
  bool indeterminate_split = false;
  /// Coulomb: a second solution with another velocity is known.
  bool indeterminate_motion = false;
  ImpactStatus status = ImpactStatus::Solved;
};

/// The velocity after all contacts of the set collided at once with v_minus.
///
/// Speeds are those of the contacts, drives included.
/// Compression: Frictionless, Viscous: v⁺ = argmin |v - v⁻|_M with N v >= 0 (viscous forces are
/// finite and give no impulse). NoSlip: the same with T v = 0 at every bonded contact.
/// NoSlipActive: T v = 0 only at contacts that stay. Max-dissipation and Coulomb: their own
/// modules. Restitution: e_i times the normal impulse of contact i on top, then the same law once
/// more, so that no contact approaches and bonded tangents stay zero.
///
/// For the convex laws v is unique whatever the redundancy if all restitution is zero.
Impact resolve_impact(Law law, const ContactSet& set, const Eigen::VectorXd& v_minus);

}  // namespace rigor
