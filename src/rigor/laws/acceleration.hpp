// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/contact_set.hpp>
#include <rigor/laws/mode.hpp>

namespace rigor {

/// The motion on which accelerations are decided: contacts of the set have zero normal speed.
struct MotionState {
  Eigen::VectorXd v;
  Eigen::VectorXd a_free;           ///< acceleration without contact forces
  Eigen::VectorXd normal_bias;      ///< Ṅ v and the drives' accelerations, one per contact
  Eigen::VectorXd tangential_bias;  ///< Ṫ v likewise, two per contact
  /// What may be left unmet of the law where nothing better is found, as a fraction of the largest
  /// acceleration: rows of contacts whose places are known to the skin contradict each other by as
  /// much as the skin is part of the bodies' size.
  double unmet = 0.0;
};

enum class AccelerationStatus : std::uint8_t { Solved, Failed };

/// Which contacts stay active, and the motion that follows.
struct Accelerations {
  Eigen::VectorXd a;
  Eigen::VectorXd normal;            ///< contact forces, N
  Eigen::VectorXd tangential;        ///< two per contact
  std::vector<ContactState> states;  ///< Released: its normal acceleration is positive
  /// Contacts whose bond had to be broken: stuck they would need tension, released they would
  /// penetrate (the no-slip jam). They are Frictionless in `states`.
  std::vector<int> broken;
  double residual = 0.0;   ///< relative, of the last problem as originally posed
  double row_slack = 0.0;  ///< of rows left out, at most kFlatness; see Impact
  int rounds = 0;          ///< problems solved
  AccelerationStatus status = AccelerationStatus::Solved;
};

/// Gauss's principle: min |a - a_free|_M with N a + Ṅ v >= 0 at all contacts and, for the no-slip
/// laws, T a + Ṫ v = 0 at bonded contacts that do not release. A contact that releases loses its
/// tangential force and the problem is solved again; sets of gripping contacts only shrink, and a
/// contact is taken back only if the problem then is consistent.
/// Viscous: -c T v acts at every contact that does not release.
/// @pre the law is Frictionless, NoSlip, NoSlipActive or Viscous.
Accelerations resolve_accelerations(Law law, const ContactSet& set, const MotionState& motion);

}  // namespace rigor
