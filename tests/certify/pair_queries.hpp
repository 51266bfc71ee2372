// SPDX-License-Identifier: Apache-2.0
// Closest features of a moving pair at one instant.
#pragma once

#include <rigor/certify/candidates.hpp>

#include "random_pairs.hpp"

namespace rigor {

inline FeatureQuery query_at(const PairMotion& pair, double u) {
  const PairMoment moment = moment_of(pair, u);
  ProximityHint hint;
  return query_of(pair, moment, proximity_at(pair, moment, hint));
}

}  // namespace rigor
