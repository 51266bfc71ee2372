// SPDX-License-Identifier: Apache-2.0
// Where the pairs of a run come closest, and where they touch.
#pragma once

#include <vector>

#include <rigor/classic/stepped_bodies.hpp>
#include <rigor/geometry/proximity.hpp>

namespace rigor {

/// Where two pieces come closest. A is the half-space if there is one.
struct Nearness {
  double distance = 0.0;  ///< metres; negative inside: the least overlap
  Vector3 nhat_AB_W = Vector3::UnitZ();
  Vector3 p_WA = Vector3::Zero();
  Vector3 p_WB = Vector3::Zero();
};

/// A contact point: it lies *in* the separating plane, whatever the heights of the vertices it
/// stands for. Rows made with raw vertices, whose heights differ by up to the threshold, would be
/// nearly dependent where they should be dependent; solved exactly they forbid rocking.
struct PlaneContact {
  Vector3 point_W = Vector3::Zero();
  Vector3 p_WA = Vector3::Zero();  ///< of A and of B, `gap` apart along the normal
  Vector3 p_WB = Vector3::Zero();
  double gap = 0.0;
  CornerKind kind = CornerKind::VF;
  Feature on_A;
  Feature on_B;
};

/// A pair that touches: nearer than the threshold.
struct PairContact {
  std::size_t pair = 0;  ///< its place in SteppedBodies::pairs
  Nearness nearness;
  Vector3 nhat_AB_W = Vector3::UnitZ();
  double sigma = 0.0;  ///< the separating plane is n̂·x = σ, half way between the pieces
  ContactKind kind = ContactKind::VertexFace;
  bool plane_unique = true;
  std::vector<PlaneContact> points;
};

/// What the pairs remember of their last queries; it changes the time, not the answers.
struct SurveyMemory {
  std::vector<ProximityHint> hints;
};

/// Closest points of one pair. Overlapping pieces, pieces that touch to rounding and those whose
/// distance cannot be resolved are read along their best separating axis.
Nearness nearness(const SteppedBodies& bodies, std::size_t pair, SurveyMemory& memory);

/// At least this far apart, by the balls around the pieces, or by the vertices over a half-space.
double least_distance(const SteppedBodies& bodies, std::size_t pair);

/// Contact points of a pair along a unit normal: corners of the clipped manifold whose gap is at
/// most `most_gap`; vertices within `band` metres of a supporting plane belong to it.
PairContact contact_along(const SteppedBodies& bodies, std::size_t pair, const Nearness& near,
                          const Vector3& nhat_AB_W, double band, double most_gap);

/// Every pair nearer than the threshold with its contact points, in the order of pairs. The plane
/// is that of the closest features; where these leave it open it is that of the best axis.
std::vector<PairContact> touching_pairs(const SteppedBodies& bodies, double threshold,
                                        SurveyMemory& memory);

/// A twist of the two bodies' centres at one pair.
struct PairTwists {
  Vector3 centre_A = Vector3::Zero();
  Twist A;
  Vector3 centre_B = Vector3::Zero();
  Twist B;
};
PairTwists twists_of(const SteppedBodies& bodies, std::size_t pair);

}  // namespace rigor
