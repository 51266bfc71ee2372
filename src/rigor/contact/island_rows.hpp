// SPDX-License-Identifier: Apache-2.0
// From rows of pairs to rows in the generalised velocities of a model, and the candidates of an
// event: every pair of an island within a distance, and every joint at a limit.
#pragma once

#include <span>

#include <rigor/contact/corner_rows.hpp>
#include <rigor/dynamics/jacobian.hpp>

namespace rigor {

/// The link as the contact room sees it; the world for kWorldLink.
BodyMotion body_motion(const Kinematics& kinematics, int link);

/// Piece `piece` of a link, or half-space number `piece` if link == kWorldLink.
struct PieceRef {
  int link = kWorldLink;
  int piece = 0;

  auto operator<=>(const PieceRef&) const = default;
};

/// Two pieces that may touch.
struct PieceRefPair {
  PieceRef A;  ///< a half-space if A.link == kWorldLink
  PieceRef B;

  auto operator<=>(const PieceRefPair&) const = default;
};

PlacedPair placed(const Model& model, const Kinematics& kinematics, const PieceRefPair& pair);

/// Every pair of pieces that is not excluded and has a link among `links`, in order.
std::vector<PieceRefPair> pairs_of(const Model& model, std::span<const int> links);

/// A pair close enough to take part in an event.
struct PairCandidate {
  PieceRefPair pair;
  AxisReading axis;
  std::vector<ContactCorner> corners;
};

/// How candidates are chosen.
struct CandidateRule {
  double distance = 2e-8;      ///< largest axis separation, metres
  double axis_margin = 1e-10;  ///< see AxisPreference
  ClipTolerances clip;
};

/// The candidates among `pairs`, in order; `current` gives each pair's axis so far, if any (same
/// length as `pairs`, or empty).
std::vector<PairCandidate> contact_candidates(const Model& model, const Kinematics& kinematics,
                                              std::span<const PieceRefPair> pairs,
                                              std::span<const PairAxis* const> current,
                                              const CandidateRule& rule);

/// A joint at a limit.
struct LimitCandidate {
  int velocity = 0;   ///< index in v
  double sign = 1.0;  ///< +1 at the lower limit: v[velocity] must not be negative; -1 at the upper
  double gap = 0.0;   ///< distance to the limit, rad or m
  double restitution = 0.0;
};

/// Joints of `links` within `distance` (rad or m) of a limit. Joints with quaternions have none.
std::vector<LimitCandidate> limit_candidates(const Model& model, const State& state,
                                             std::span<const int> links, double distance);

/// The pair row as a row of J in the velocities of the model.
void add_row(const Model& model, const Kinematics& kinematics, const PieceRefPair& pair,
             const PairRow& row, Eigen::VectorXd& J);

}  // namespace rigor
