// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/classic/advancement.hpp>
#include <rigor/classic/link_chain.hpp>
#include <rigor/classic/pair_step.hpp>

namespace rigor {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

BodyRole role_of(const SteppedBodies& bodies, int link) {
  if (link == kWorldLink) return BodyRole::Fixed;
  return bodies.world->bodies[link].role;
}

const Link& link_of(const SteppedBodies& bodies, int link) { return bodies.model.links[link]; }

/// World vectors from the body's origin to the vertices of a piece.
std::vector<Vector3> offsets_of(const SteppedBodies& bodies, const PieceRef& piece) {
  const Quaternion& q = bodies.poses[piece.link].rotation;
  const Matrix3 R = rotation_matrix(q);
  std::vector<Vector3> out;
  const auto& pieces = link_of(bodies, piece.link).pieces;
  for (const Vector3& v : pieces[piece.piece].shape.vertices()) out.push_back(R * v);
  return out;
}

/// What a link adds to the denominator of the printed bounds.
double printed_link_speed(const SteppedBodies& bodies, int link, const Vector3& d) {
  return printed_chain_speed(link_chain(bodies, link, d).chain);
}

/// |ω × n|, or for a link |ω| + Σ |q̇_j|.
double printed_turning(const SteppedBodies& bodies, int link, const Vector3& n) {
  if (role_of(bodies, link) != BodyRole::Link)
    return twist_of(bodies, link).angular.cross(n).norm();
  const Chain chain = link_chain(bodies, link, n).chain;
  double turning = chain.base.spin;
  for (const ChainJoint& joint : chain.joints) turning += joint.rate;
  return turning;
}

/// The plane through B's closest point carried by B, with A's vertices above it, or the reverse.
double carried_step(const SteppedBodies& bodies, std::size_t index, const Nearness& near,
                    Carrier carrier, double longest, double level) {
  const PieceRefPair& pair = bodies.pairs[index];
  const PairTwists twists = twists_of(bodies, index);
  CarriedPlane plane;
  if (carrier == Carrier::A) {
    plane = {near.nhat_AB_W, near.p_WA, twists.centre_A, twists.A, twists.centre_B, twists.B};
    return plane_bound(plane, offsets_of(bodies, pair.B), longest, level);
  }
  plane = {-near.nhat_AB_W, near.p_WB, twists.centre_B, twists.B, twists.centre_A, twists.A};
  return plane_bound(plane, offsets_of(bodies, pair.A), longest, level);
}

/// How loops accelerate a vertex of a link along its step, m/s²: as they do at its start, taken one
/// and a half times, since it changes over the step. No bound, so certificates decide.
double loop_bend(const SteppedBodies& bodies, int link, double radius) {
  constexpr double kMargin = 1.5;
  if (!bodies.loops) return 0.0;
  const Twist& bend = bodies.loops->bend[link];
  return kMargin * (bend.linear.norm() + radius * bend.angular.norm());
}

/// Vertices of one body above a plane at rest in the world.
double world_step(const SteppedBodies& bodies, const PieceRef& piece, const Vector3& n,
                  const Vector3& foot, double longest, double level) {
  const Vector3& origin = bodies.poses[piece.link].translation;
  const Twist V = twist_of(bodies, piece.link);
  const std::vector<Vector3> offsets = offsets_of(bodies, piece);
  if (role_of(bodies, piece.link) != BodyRole::Link)
    return plane_bound({n, foot, Vector3::Zero(), {}, origin, V}, offsets, longest, level);
  LinkChain link = link_chain(bodies, piece.link, n);
  link.chain.reach = 0.0;
  const double bend = chain_curvature(link.chain, longest, link.spins);
  link.chain.reach = 1.0;
  const double bend_per_metre = chain_curvature(link.chain, longest, link.spins) - bend;
  double bound = kForever;
  for (const Vector3& r : offsets) {
    const HeightBound height{
        n.dot(origin + r - foot), n.dot(velocity_at(V, r)),
        bend + bend_per_metre * r.norm() + loop_bend(bodies, piece.link, r.norm())};
    bound = std::min(bound, first_descent(height, level));
  }
  return bound;
}

}  // namespace

double top_speed(const SteppedBodies& bodies, int link, Bounds bounds, double longest) {
  const BodyRole role = role_of(bodies, link);
  if (role == BodyRole::Fixed) return 0.0;
  const bool printed = bounds == Bounds::Printed;
  if (role == BodyRole::Link) {
    Chain chain = link_chain(bodies, link, Vector3::UnitX()).chain;
    int base = link;
    while (link_of(bodies, base).parent != kWorldLink) base = link_of(bodies, base).parent;
    chain.base.approach = twist_of(bodies, base).linear.norm();
    if (printed) return printed_chain_speed(chain);
    return chain_speed(chain, longest) + longest * loop_bend(bodies, link, chain.reach);
  }
  const Twist V = twist_of(bodies, link);
  const double radius =
      printed ? sphere_radius(link_of(bodies, link)) : bodies.world->bodies[link].radius;
  return V.linear.norm() + V.angular.norm() * radius;
}

double printed_apart_step(const SteppedBodies& bodies, std::size_t index, const Nearness& near) {
  const PieceRefPair& pair = bodies.pairs[index];
  const bool link_A = role_of(bodies, pair.A.link) == BodyRole::Link;
  const bool link_B = role_of(bodies, pair.B.link) == BodyRole::Link;
  const PairTwists twists = twists_of(bodies, index);
  ApartBodies apart;
  apart.distance = near.distance;
  apart.dhat_AB_W = near.nhat_AB_W;
  if (!link_A && pair.A.link != kWorldLink)
    apart.A = {twists.A, sphere_radius(link_of(bodies, pair.A.link))};
  if (!link_B) apart.B = {twists.B, sphere_radius(link_of(bodies, pair.B.link))};
  const double free_step = printed_advancement(apart);
  if (!link_A && !link_B) return free_step;
  double speed = std::isinf(free_step) ? 0.0 : near.distance / free_step;
  if (link_A) speed += printed_link_speed(bodies, pair.A.link, near.nhat_AB_W);
  if (link_B) speed += printed_link_speed(bodies, pair.B.link, near.nhat_AB_W);
  return speed > 0.0 ? near.distance / speed : kForever;
}

double printed_star_step(const SteppedBodies& bodies, const PairContact& contact,
                         double threshold) {
  const PieceRefPair& pair = bodies.pairs[contact.pair];
  const Vector3& n = contact.nhat_AB_W;
  std::vector<Vector3> vertices;
  for (const PieceRef& piece : {pair.A, pair.B}) {
    if (piece.link == kWorldLink) continue;
    const Vector3& origin = bodies.poses[piece.link].translation;
    for (const Vector3& r : offsets_of(bodies, piece)) vertices.push_back(origin + r);
  }
  std::vector<Vector3> touching;
  for (const PlaneContact& point : contact.points) touching.push_back(point.point_W);
  // Only the sizes |ω × n| enter; a vector across n of that size stands for each body.
  const Vector3 across = tangent_basis(n)[0];
  const TouchingPlane plane{n, contact.sigma, printed_turning(bodies, pair.A.link, n) * across,
                            printed_turning(bodies, pair.B.link, n) * across};
  return printed_plane_bound(plane, vertices, touching, threshold);
}

PlaneStay printed_dagger_step(const SteppedBodies& bodies, const PairContact& contact,
                              double longest, const StayTolerance& tolerance) {
  const PairTwists twists = twists_of(bodies, contact.pair);
  const CarriedPlane plane{contact.nhat_AB_W, contact.sigma * contact.nhat_AB_W,
                           twists.centre_A,   twists.A,
                           twists.centre_B,   twists.B};
  std::vector<Vector3> offsets;
  for (const PlaneContact& point : contact.points) offsets.push_back(point.p_WB - twists.centre_B);
  return plane_stay(plane, offsets, longest, tolerance);
}

double corrected_step(const SteppedBodies& bodies, std::size_t index, const Nearness& near,
                      double longest, double level) {
  const PieceRefPair& pair = bodies.pairs[index];
  const Vector3& n = near.nhat_AB_W;
  const BodyRole role_A = role_of(bodies, pair.A.link);
  const BodyRole role_B = role_of(bodies, pair.B.link);
  if (role_A != BodyRole::Link && role_B != BodyRole::Link) {
    const double by_A = carried_step(bodies, index, near, Carrier::A, longest, level);
    if (pair.A.link == kWorldLink) return by_A;
    return std::max(by_A, carried_step(bodies, index, near, Carrier::B, longest, level));
  }
  if (role_A == BodyRole::Fixed) return world_step(bodies, pair.B, n, near.p_WA, longest, level);
  if (role_B == BodyRole::Fixed) return world_step(bodies, pair.A, -n, near.p_WB, longest, level);
  const Vector3 middle = 0.5 * (near.p_WA + near.p_WB);
  return std::min(world_step(bodies, pair.A, -n, middle, longest, 0.5 * level),
                  world_step(bodies, pair.B, n, middle, longest, 0.5 * level));
}

}  // namespace rigor
