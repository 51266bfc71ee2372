// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>
#include <vector>

#include <rigor/certify/axis.hpp>
#include <rigor/geometry/proximity.hpp>

namespace rigor {

/// Axes that are no face or edge normals are given up at this multiple of the level, so that the
/// last stretch before a contact is decided by the separating-axis gap alone. That gap is smaller
/// than the distance only near corners, by the cosine of half their angle.
inline constexpr double kPassingFactor = 8.0;

/// A contact is declared when the separating-axis gap is within this fraction of the bodies' size
/// of the level: above the rounding of poses and models, below all that matters.
inline constexpr double kTouchTolerance = 8e-13;

/// What is worth keeping of one pair from one interval to the next: the axes that still separate it
/// at the end. It saves queries and changes no claim.
struct PairTracking {
  std::vector<Axis> axes;
  double level = 0.0;  ///< of the call that left them
  ProximityHint hint;
  /// Axes and windows after which a search ends where it is, NotProved: no pair has needed a
  /// fiftieth of them.
  int most_rounds = 2000;
};

/// The pieces keep the level on the whole span.
struct StaysApart {};
/// They keep it up to when.begin; by when.end the last axis that kept it has failed. `gap` is the
/// separating-axis gap at when.begin, or the distance where no face or edge axis shows them apart.
struct Touches {
  TimeSpan when;
  Axis axis;  ///< the best axis at when.begin
  double gap = 0.0;
};
/// Why nothing further could be proved.
enum class PairDefect : std::uint8_t {
  StartsBelowLevel,  ///< at span.begin the gap is below the level
  ImproperRotation,  ///< 1/2 < |q|² < 2 does not hold or is not provable
  NoAxis,            ///< an axis with a margin was found but not proved for any time
};
struct NotProved {
  PairDefect defect = PairDefect::NoAxis;
  trace::Time time;
  double gap = 0.0;  ///< separating-axis gap there, if known
};

/// The certificates cover [span.begin, e] without holes, e = span.end, when.begin or time.
struct PairEvents {
  std::variant<StaysApart, Touches, NotProved> outcome;
  std::vector<trace::Certificate> certificates;
  int feature_calls = 0;  ///< closest-feature queries made
};

/// The first instant of the pair's span at which no axis keeps the pieces `level` apart, and the
/// proof of disjointness until then, by tracking separating axes.
PairEvents first_event(const PairMotion& pair, const PairNames& names, double level,
                       PairTracking& tracking);

}  // namespace rigor
