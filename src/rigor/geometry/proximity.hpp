// SPDX-License-Identifier: Apache-2.0
// Closest features of two convex bodies. The answers are proposals that certificates verify:
// nothing that is proved elsewhere rests on them.
#pragma once

#include <array>
#include <cstdint>
#include <variant>

#include <rigor/geometry/half_space.hpp>
#include <rigor/geometry/polytope.hpp>
#include <rigor/geometry/support.hpp>

namespace rigor {

/// Rounding of a distance, as a fraction of the bodies' circumradii plus their distance. Gaps
/// smaller than this can not be told from contact.
inline constexpr double kDistanceRounding = 4e-15;
/// Largest difference of the two bounds on a distance that still counts as resolved; same scale.
inline constexpr double kResolved = 1e-13;

/// Where two bodies come closest.
struct Witness {
  Vector3 nhat_AB_W = Vector3::UnitZ();  ///< unit, from A to B
  Vector3 p_WA = Vector3::Zero();        ///< point of A, metres
  Vector3 p_WB = Vector3::Zero();        ///< point of B, metres
  /// The whole extreme feature of each body along the normal: both are faces if two faces are
  /// parallel and overlap, although a point of each would do.
  Feature on_A;
  Feature on_B;
};

/// Disjoint. lower_bound <= true distance <= |p_WB - p_WA| up to kDistanceRounding, and both agree
/// with `distance` to kResolved.
struct Separated {
  double distance = 0.0;     ///< metres
  double lower_bound = 0.0;  ///< separation of the two supporting planes along the normal, metres
  Witness witness;
  int iterations = 0;
};

/// In contact to rounding: the gap is zero to kDistanceRounding, of either sign. The normal is the
/// axis of least overlap.
struct Touching {
  double gap = 0.0;
  Witness witness;
  int iterations = 0;
};

/// A translation of B by `depth` metres along the normal parts the bodies, and no shorter one does.
struct Overlapping {
  double depth = 0.0;
  Witness witness;
  int iterations = 0;
};

/// The two bounds could not be brought together; the distance lies between them.
struct Unresolved {
  double lower_bound = 0.0;
  double upper_bound = 0.0;
  int iterations = 0;
};

using Proximity = std::variant<Separated, Touching, Overlapping, Unresolved>;

/// What the caller may keep of the last query of the same pair to speed up the next one. It changes
/// the time, not the answer: witness and distance are recomputed from the features found. (Only
/// where nearly parallel features have no formula do the last digits depend on it.)
struct ProximityHint {
  std::array<std::uint32_t, 3> vertex_A{};
  std::array<std::uint32_t, 3> vertex_B{};
  std::uint32_t count = 0;  ///< pairs in use; 0 starts from scratch
};

/// Distance and closest features of two placed polytopes; `hint` is read and replaced.
Proximity proximity(const Polytope& A, const Pose& X_WA, const Polytope& B, const Pose& X_WB,
                    ProximityHint& hint);
Proximity proximity(const Polytope& A, const Pose& X_WA, const Polytope& B, const Pose& X_WB);

/// The half-space is A. Never Unresolved.
Proximity proximity(const HalfSpace& A, const Polytope& B, const Pose& X_WB);

}  // namespace rigor
