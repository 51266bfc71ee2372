// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <rigor/cancellation.hpp>
#include <rigor/solvers/mass_factor.hpp>

namespace rigor {

/// What contacts do to the motion. All are inelastic in compression; restitution comes on top.
enum class Law : std::uint8_t {
  Frictionless,
  NoSlip,        ///< every touching point gets zero tangential velocity, also those that separate
  NoSlipActive,  ///< only points that stay in contact
  Viscous,       ///< tangential force -c v_t at every active contact, whatever the normal force
  MaxDissipation,
  Coulomb,
};

/// "frictionless", "no_slip", "no_slip_active", "viscous", "max_dissipation", "coulomb".
const char* name(Law law);
std::optional<Law> law_named(std::string_view name);

/// What the laws need to know of one contact besides its rows.
struct ContactProperties {
  double friction = 0.0;     ///< Coulomb's μ
  double restitution = 0.0;  ///< e in [0, 1]
  double viscosity = 0.0;    ///< c of the viscous law, N s/m
  bool tangential = true;    ///< false for joint limits: their tangential rows are ignored
  bool bonded = true;        ///< no-slip laws: false while the bond is broken (after a jam)
  /// Length of the manifold the contact belongs to, as a fraction of its lever arm about the
  /// centre of mass (at most 1): points close together separate slowly, so their lift threshold
  /// shrinks with it.
  double extent = 1.0;
};

/// The touching points of an island at one instant. Row i of N gives the normal speed (positive:
/// separating) of contact i, rows 2i and 2i + 1 of T its tangential velocity.
struct ContactSet {
  MassFactor mass;
  Eigen::MatrixXd N;
  Eigen::MatrixXd T;
  std::vector<ContactProperties> contacts;
  /// What driven bodies, whose motion no impulse changes, add to the contacts' speeds. Empty: none
  /// moves. Only bodies of the set have mass, so an impulse p gets the work -p·drive from them.
  Eigen::VectorXd normal_drive{};
  Eigen::VectorXd tangential_drive{};  ///< two per contact
  /// Searches about the set that are told to give up fail.
  const Cancellation* cancellation = nullptr;
  /// m/s: an impact that leaves no more than this unmet of the law need not be searched for longer.
  double unmet = 0.0;

  int size() const { return static_cast<int>(contacts.size()); }
};

/// Speeds of the contacts at velocity v, drives included: N v + drive, T v + drive.
Eigen::VectorXd normal_speeds(const ContactSet& set, const Eigen::VectorXd& v);
Eigen::VectorXd tangential_speeds(const ContactSet& set, const Eigen::VectorXd& v);
/// The drives, as zeros if there are none.
Eigen::VectorXd normal_drive(const ContactSet& set);
Eigen::VectorXd tangential_drive(const ContactSet& set);

/// Which contacts of a set hold their tangents, as flags.
using Grip = std::vector<char>;

/// How far above zero a normal speed or acceleration counts as zero, as a fraction of the sizes of
/// the terms it is the sum of: seven digits above rounding, far below any motion of interest.
inline constexpr double kZeroFraction = 1e-9;

/// For each contact: extent · kZeroFraction · (Σ_j |N_ij| (|x_j| + |y_j|) + |bias_i|). Any
/// consistent units give the same decisions.
Eigen::VectorXd zero_thresholds(const ContactSet& set, const Eigen::VectorXd& x,
                                const Eigen::VectorXd& y, const Eigen::VectorXd& bias);

/// ½ v'M v, joules.
double kinetic_energy(const ContactSet& set, const Eigen::VectorXd& v);

}  // namespace rigor
