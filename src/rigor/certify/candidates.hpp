// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/certify/axis.hpp>
#include <rigor/geometry/proximity.hpp>

namespace rigor {

/// One closest-feature query of a pair.
struct FeatureQuery {
  PairMoment moment;
  trace::Time time;
  Proximity answer;
};
Proximity proximity_at(const PairMotion& pair, const PairMoment& moment, ProximityHint& hint);
/// `answer` is what `proximity_at` said at that moment.
FeatureQuery query_of(const PairMotion& pair, const PairMoment& moment, const Proximity& answer);

/// Axes that may separate the pair for some time, as a query suggests.
struct Candidates {
  std::vector<Axis> axes;
  double gap = -kNoBound;  ///< the largest separation along a face or edge axis looked at, metres
  Axis best;               ///< that axis
};

/// The face or edge axis of the witness at `level`; if the pieces are further apart than
/// passing_level, planes along the witness normal, and across the way of the bodies if they come
/// nearer, carried by A, by B and by the world at that level; else all face and edge axes around
/// the witness.
Candidates candidates(const PairMotion& pair, const FeatureQuery& query, double level,
                      double passing_level);

/// Adds every face and edge axis around the witness at `level`, also those that do not separate the
/// pieces yet.
void add_surroundings(const PairMotion& pair, const FeatureQuery& query, double level,
                      Candidates& found);

/// Only those planes, at `level`: they separate what the face and edge axes
/// do not show to be apart (needles, edges too close to parallel for an axis of their own).
Candidates passing_candidates(const PairMotion& pair, const FeatureQuery& query, double level);

/// Every face and edge axis around the witness, whatever the distance, or the best one overall if
/// the pieces touch: what is left to try before a contact is declared.
Candidates all_candidates(const PairMotion& pair, const FeatureQuery& query, double level);

}  // namespace rigor
