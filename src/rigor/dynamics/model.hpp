// SPDX-License-Identifier: Apache-2.0
// The bodies of a simulation: trees of links in minimal coordinates. Const after `build`.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rigor/dynamics/model_description.hpp>

namespace rigor {

inline constexpr int kWorldLink = -1;  ///< the parent of roots

/// A convex piece of a link.
struct Piece {
  std::string name;
  Polytope shape;  ///< in the link's frame: this vertex list is the body
  Pose X_LP;       ///< as described; already applied to `shape`
  int material = 0;
};

/// A rigid link and the joint to its parent: X_PL = X_PJ X_JL(q).
struct Link {
  std::string name;
  std::string joint_name;
  int parent = kWorldLink;  ///< an earlier link, or the world
  Joint joint;
  Pose X_PJ;
  SpatialInertia inertia;              ///< in the link's frame; zero if no force can move the link
  Matrix3 R_PJ = Matrix3::Identity();  ///< rotation of X_PJ, for the inner loops
  Matrix3 inertia_about_origin = Matrix3::Zero();  ///< of `inertia`, about the link's origin
  std::vector<Piece> pieces;
  std::vector<Dof> dofs;  ///< one for each velocity
  std::optional<Path> path;
  Vector3 belt = Vector3::Zero();  ///< velocity of its surface, world axes
  int first_q = 0;  ///< the joint's coordinates are q[first_q ...], its velocities v[first_v ...]
  int first_v = 0;
  int velocities = 0;  ///< velocity_count(joint)
  int mechanism = 0;
  int rigid_group = 0;          ///< first link of those rigidly joined to this one; see `exclusion`
  bool fixed_to_world = false;  ///< by fixed joints only, and not driven
};

/// A joint that closes a loop: p_CJ of the child is at the origin of J, which is fixed in the
/// parent, and what the joint does not allow to turn is turned as J. See loop.hpp.
struct Loop {
  std::string name;
  int parent = kWorldLink;  ///< a link of the child's mechanism, or the world
  int child = 0;
  Joint joint;
  Pose X_PJ;
  Vector3 p_CJ = Vector3::Zero();
};

/// A tree of links, or several that loops join: contiguous ranges of links, coordinates and
/// velocities, ends excluded. A free body is a mechanism of one link; a fixed one has no
/// velocities.
struct Mechanism {
  int first_link = 0, end_link = 0;
  int first_q = 0, end_q = 0;
  int first_v = 0, end_v = 0;
};

struct FixedHalfSpace {
  std::string name;
  HalfSpace shape;
  int material = 0;
  Vector3 belt = Vector3::Zero();  ///< velocity of its surface
};

enum class BodyKind { HalfSpace, Link };

/// A half-space or a link, by index. Half-spaces come first in pairs.
struct BodyId {
  BodyKind kind = BodyKind::Link;
  int index = 0;

  auto operator<=>(const BodyId&) const = default;
};

/// A pair that is not checked for overlap; a < b.
struct Exclusion {
  BodyId a;
  BodyId b;
  std::string reason;
};

struct Model {
  std::vector<Link> links;  ///< parents before children, mechanism by mechanism
  std::vector<Mechanism> mechanisms;
  std::vector<Loop> loops{};
  std::vector<FixedHalfSpace> half_spaces;
  std::vector<Material> materials;
  std::vector<Surface> surfaces;      ///< of materials (i, j) at i * materials.size() + j
  std::vector<Exclusion> exclusions;  ///< the listed ones, sorted by (a, b)
  std::vector<Force> forces;
  Vector3 gravity = Vector3::Zero();
  int q_size = 0;
  int v_size = 0;
};

/// Whether the link is a free body: one free joint, no children.
bool is_free_body(const Model& model, int link);

/// Whether the surface of some fixed body or half-space moves.
bool has_belts(const Model& model);

/// Friction, restitution and viscosity between two materials.
const Surface& surface(const Model& model, int material_a, int material_b);

/// Why the pair is not checked for overlap, or nothing if it is: the same body, listed, rigidly
/// joined, both fixed to the world, or joined by one joint.
std::optional<std::string_view> exclusion(const Model& model, BodyId a, BodyId b);

/// Every pair of bodies that both have a shape and is not checked, with its reason, in order.
std::vector<Exclusion> all_exclusions(const Model& model);

/// The link of this name, or nothing.
std::optional<int> find_link(const Model& model, std::string_view name);

}  // namespace rigor
