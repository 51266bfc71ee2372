// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/classic/pair_survey.hpp>
#include <rigor/contact/axis.hpp>
#include <rigor/geometry/support.hpp>

namespace rigor {
namespace {

/// Contact points nearer to each other than this fraction of the threshold are one.
constexpr double kMergeFraction = 0.1;
/// Below this many metres the direction between closest points is noise: the best axis is taken.
constexpr double kKissing = 1e-9;

const Polytope& shape_of(const SteppedBodies& bodies, const PieceRef& piece) {
  return bodies.model.links[piece.link].pieces[piece.piece].shape;
}

const Pose& pose_of(const SteppedBodies& bodies, const PieceRef& piece) {
  return bodies.poses[piece.link];
}

const HalfSpace& half_space_of(const SteppedBodies& bodies, const PieceRef& piece) {
  return bodies.model.half_spaces[piece.piece].shape;
}

Nearness over_half_space(const HalfSpace& ground, const Polytope& shape, const Pose& X_WB) {
  Nearness out;
  out.nhat_AB_W = ground.normal;
  out.distance = std::numeric_limits<double>::infinity();
  for (const Vector3& v : shape.vertices()) {
    const Vector3 p = X_WB * v;
    const double at = height(ground, p);
    if (at >= out.distance) continue;
    out.distance = at;
    out.p_WB = p;
  }
  out.p_WA = out.p_WB - out.distance * ground.normal;
  return out;
}

/// Read along the best separating axis.
Nearness along_axis(const SteppedBodies& bodies, const PieceRefPair& pair) {
  PlacedPair placed_pair;
  placed_pair.A = &shape_of(bodies, pair.A);
  placed_pair.X_WA = pose_of(bodies, pair.A);
  placed_pair.B = &shape_of(bodies, pair.B);
  placed_pair.X_WB = pose_of(bodies, pair.B);
  const AxisReading axis = pair_axis(placed_pair, {});
  const Vector3& n = axis.nhat_AB_W;
  const Polytope& A = shape_of(bodies, pair.A);
  const Polytope& B = shape_of(bodies, pair.B);
  const Vector3 n_A = placed_pair.X_WA.rotation.conjugate() * n;
  const Vector3 n_B = placed_pair.X_WB.rotation.conjugate() * n;
  Nearness out;
  out.distance = axis.separation;
  out.nhat_AB_W = n;
  out.p_WA = placed_pair.X_WA * A.vertices()[support_vertex(A, n_A, 0)];
  out.p_WB = placed_pair.X_WB * B.vertices()[support_vertex(B, -n_B, 0)];
  return out;
}

Nearness from(const Separated& apart) {
  return {apart.distance, apart.witness.nhat_AB_W, apart.witness.p_WA, apart.witness.p_WB};
}

PlaneContact in_plane(const ManifoldCorner& corner, const Vector3& n, double sigma) {
  const Vector3 middle = 0.5 * (corner.p_WA + corner.p_WB);
  return {middle - (n.dot(middle) - sigma) * n,
          corner.p_WA,
          corner.p_WB,
          corner.gap,
          corner.kind,
          corner.on_A,
          corner.on_B};
}

}  // namespace

Nearness nearness(const SteppedBodies& bodies, std::size_t index, SurveyMemory& memory) {
  const PieceRefPair& pair = bodies.pairs[index];
  if (pair.A.link == kWorldLink)
    return over_half_space(half_space_of(bodies, pair.A), shape_of(bodies, pair.B),
                           pose_of(bodies, pair.B));
  memory.hints.resize(bodies.pairs.size());
  const Proximity found =
      proximity(shape_of(bodies, pair.A), pose_of(bodies, pair.A), shape_of(bodies, pair.B),
                pose_of(bodies, pair.B), memory.hints[index]);
  const auto* apart = std::get_if<Separated>(&found);
  return apart != nullptr && apart->distance > kKissing ? from(*apart) : along_axis(bodies, pair);
}

double least_distance(const SteppedBodies& bodies, std::size_t index) {
  const PieceRefPair& pair = bodies.pairs[index];
  const double radius_B = bodies.world->bodies[pair.B.link].radius;
  const Vector3& centre_B = pose_of(bodies, pair.B).translation;
  if (pair.A.link == kWorldLink) return height(half_space_of(bodies, pair.A), centre_B) - radius_B;
  const double radius_A = bodies.world->bodies[pair.A.link].radius;
  return (centre_B - pose_of(bodies, pair.A).translation).norm() - radius_A - radius_B;
}

PairContact contact_along(const SteppedBodies& bodies, std::size_t index, const Nearness& near,
                          const Vector3& nhat_AB_W, double band, double most_gap) {
  const PieceRefPair& pair = bodies.pairs[index];
  PairContact out;
  out.pair = index;
  out.nearness = near;
  out.nhat_AB_W = nhat_AB_W;
  std::optional<Manifold> manifold;
  if (pair.A.link == kWorldLink) {
    const HalfSpace& ground = half_space_of(bodies, pair.A);
    manifold = contact_manifold(ground, shape_of(bodies, pair.B), pose_of(bodies, pair.B), band);
    out.sigma = ground.offset;
  } else {
    manifold = contact_manifold(shape_of(bodies, pair.A), pose_of(bodies, pair.A),
                                shape_of(bodies, pair.B), pose_of(bodies, pair.B),
                                {nhat_AB_W, band, kMergeFraction * band});
    out.sigma = 0.5 * nhat_AB_W.dot(near.p_WA + near.p_WB);
  }
  if (!manifold) return out;
  out.kind = manifold->kind;
  out.plane_unique = manifold->plane_unique;
  for (const ManifoldCorner& corner : manifold->corners)
    if (corner.gap <= most_gap) out.points.push_back(in_plane(corner, nhat_AB_W, out.sigma));
  return out;
}

std::vector<PairContact> touching_pairs(const SteppedBodies& bodies, double threshold,
                                        SurveyMemory& memory) {
  std::vector<PairContact> out;
  for (std::size_t i = 0; i < bodies.pairs.size(); ++i) {
    if (least_distance(bodies, i) > threshold) continue;
    const Nearness near = nearness(bodies, i, memory);
    if (near.distance > threshold) continue;
    PairContact contact = contact_along(bodies, i, near, near.nhat_AB_W, threshold, threshold);
    const bool on_ground = bodies.pairs[i].A.link == kWorldLink;
    // The manifold reads heights in another order of sums: at the threshold itself rounding
    // decides.
    if (on_ground && contact.points.empty()) continue;
    if (!on_ground && (!contact.plane_unique || contact.points.empty())) {
      const bool unique = contact.plane_unique;
      const Nearness axis = along_axis(bodies, bodies.pairs[i]);
      contact = contact_along(bodies, i, axis, axis.nhat_AB_W, threshold, threshold);
      contact.nearness = near;
      contact.plane_unique = unique && contact.plane_unique;
    }
    out.push_back(std::move(contact));
  }
  return out;
}

PairTwists twists_of(const SteppedBodies& bodies, std::size_t index) {
  const PieceRefPair& pair = bodies.pairs[index];
  PairTwists out;
  if (pair.A.link != kWorldLink) out.centre_A = pose_of(bodies, pair.A).translation;
  out.A = twist_of(bodies, pair.A.link);
  out.centre_B = pose_of(bodies, pair.B).translation;
  out.B = twist_of(bodies, pair.B.link);
  return out;
}

}  // namespace rigor
