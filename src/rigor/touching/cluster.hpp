// SPDX-License-Identifier: Apache-2.0
// Several bodies that move freely or as links of trees, at one instant, and what touches what among
// them and the rest of the world.
#pragma once

#include <vector>

#include <rigor/assembly/pair_id.hpp>
#include <rigor/assembly/world.hpp>
#include <rigor/contact/corner_rows.hpp>
#include <rigor/touching/unknowns.hpp>

namespace rigor {

/// Free bodies and links of whole trees, with their states, ascending by number. The velocities of
/// the free bodies, six each, and of the trees' joints are the unknowns of every problem about
/// them. The instant tells where driven bodies are.
struct Cluster {
  std::vector<std::uint32_t> bodies;
  std::vector<BodyState> states;
  trace::Time time{};

  int unknowns() const { return unknowns_of(states).count; }
};

/// The place of a body in the cluster, or -1 if it is not one of its bodies: fixed, driven, or the
/// world.
int place_of(const Cluster& cluster, std::uint32_t body);

/// The bodies of both, none of which is in both; the time is b's.
Cluster merged(const Cluster& a, const Cluster& b);
/// The bodies at the given places, ascending.
Cluster part_of(const Cluster& cluster, const std::vector<int>& places);

Eigen::VectorXd velocity_of(const Cluster& cluster);
void set_velocity(Cluster& cluster, const Eigen::VectorXd& v);
/// The links' twists, and of free bodies the velocities themselves, at the velocities `v`.
std::vector<Vector6> twists_at(const Cluster& cluster, const Eigen::VectorXd& v);
/// The cluster displaced by a small step of the unknowns; of free bodies translations and rotation
/// vectors.
Cluster moved_by(const Cluster& cluster, const Eigen::VectorXd& step);
/// How far `step` moves a vertex at most, metres.
double reach_of(const World& world, const Cluster& cluster, const Eigen::VectorXd& step);

MassFactor mass_of(const World& world, const Cluster& cluster);
/// Accelerations without contact forces: gravity, given forces, springs and dampers of joints.
Eigen::VectorXd free_accelerations(const World& world, const Cluster& cluster);
/// Joules.
double energy(const World& world, const Cluster& cluster);

/// One smooth gap function of a pair: a vertex of the body that does not carry the plane of a face
/// axis, above that plane (extended beyond the face), or the distance of two edges. Where edges are
/// too close to parallel to cross well, a point of the other body's edge stands in for a vertex.
struct ContactId {
  PairId pair;
  PairAxis axis;
  std::uint32_t vertex = 0;  ///< 0 for an edge-edge axis
  std::uint32_t toward = 0;  ///< the edge's other end, if `along` > 0
  double along = 0.0;        ///< the point's place on the way there; 0 is the vertex itself

  auto operator<=>(const ContactId&) const = default;
};

/// Whether the contact is at a vertex or at two edges, not at a point in between.
inline bool is_feature(const ContactId& id) { return id.along == 0.0; }

/// The body that carries the plane of the axis is a; of two edges it is a by convention.
inline bool carried_by_a(const ContactId& id) { return id.axis.kind != AxisKind::FaceOfB; }

/// Whether the body follows a path.
inline bool is_driven(const World& world, std::uint32_t body) {
  return body != trace::kWorld && world.bodies[body].role == BodyRole::Driven;
}

/// Whether forces move the body: it is free, or a link of a tree.
inline bool is_moved_by_forces(const World& world, std::uint32_t body) {
  const BodyRole role = world.bodies[body].role;
  return role == BodyRole::Free || role == BodyRole::Link;
}

/// Poses and velocities; the world and fixed bodies do not move. The accelerations of driven bodies
/// are their biases.
Pose pose_of(const World& world, const Cluster& cluster, std::uint32_t body);
BodyMotion motion_of(const World& world, const Cluster& cluster, std::uint32_t body);
PlacedPair placed(const World& world, const Cluster& cluster, const PairId& pair);

const Polytope& polytope_of(const World& world, const trace::PieceId& piece);
/// Friction, restitution and viscosity of the two surfaces.
Surface surface_of(const World& world, const PairId& pair);
/// "'a' and 'b'" for messages.
std::string names_of(const World& world, const PairId& pair);

/// The point of the other body that a contact on a face axis is about, in its body's frame.
Vector3 point_of(const World& world, const ContactId& id);
/// Metres.
double gap_of(const World& world, const Cluster& cluster, const ContactId& id);
ContactRows rows_of(const World& world, const Cluster& cluster, const ContactId& id);

/// What the pair's driven bodies add to the speed that the row gives.
double drive_speed(const World& world, const Cluster& cluster, const PairId& pair,
                   const PairRow& row);

/// The velocity of a body's surface against the body itself: that of a conveyor belt, world axes.
Vector3 belt_of(const World& world, const trace::PieceId& piece);

/// What the belts of the pair add to the speed that a tangential row gives.
double belt_speed(const World& world, const PairId& pair, const PairRow& tangent);

/// Writes a row of the pair into a row over the cluster's unknowns (which must be zero).
void write_row(const Cluster& cluster, const PairId& pair, const PairRow& row,
               Eigen::Ref<Eigen::RowVectorXd> to);

}  // namespace rigor
