// SPDX-License-Identifier: Apache-2.0
// What a scene says about its bodies, in names and plain numbers. `build` checks it and makes the
// Model.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <rigor/dynamics/force.hpp>
#include <rigor/dynamics/joint.hpp>
#include <rigor/dynamics/path.hpp>
#include <rigor/geometry/half_space.hpp>
#include <rigor/geometry/polytope.hpp>
#include <rigor/spatial/inertia.hpp>

namespace rigor {

/// What acts along one velocity of a joint by itself. Units: N, m or N m, rad.
struct Dof {
  double lower = -std::numeric_limits<double>::infinity();  ///< limits of the coordinate
  double upper = std::numeric_limits<double>::infinity();
  double limit_restitution = 0.0;  ///< of impacts at the limits, 0 to 1
  double damping = 0.0;            ///< effort -damping v
  double stiffness = 0.0;          ///< effort -stiffness (q - neutral)
  double neutral = 0.0;
  double armature = 0.0;  ///< inertia of a geared rotor, added to the diagonal of M
  double friction = 0.0;  ///< dry: effort -friction sign(v), and at rest what holds, up to that
};

/// How two surfaces act on each other.
struct Surface {
  double friction = 0.0;     ///< Coulomb's μ
  double restitution = 0.0;  ///< e, 0 to 1
  double viscous = 0.0;      ///< tangential force per slip speed, N s/m
};

/// A surface material against itself. Unlike materials without a SurfacePair mix: μ and the
/// viscous coefficient as √(a b), e as max(a, b).
struct Material {
  std::string name;
  Surface surface;
};

/// Measured values for two materials; overrides the mixing rule.
struct SurfacePair {
  std::string material_a;
  std::string material_b;
  Surface surface;
};

/// A convex piece of a link. An empty material means the first one.
struct PieceDescription {
  std::string name;
  Polytope shape;  ///< in its own frame
  Pose X_LP;       ///< places it in the link
  std::string material;
};

/// A link and the joint that carries it. Mass properties come from `inertia`, or else from the
/// pieces: from `mass` spread over their volumes, or from `density`. A link that is fixed to the
/// world or driven needs none.
struct LinkDescription {
  std::string name;
  std::string parent;      ///< empty: the world
  std::string joint_name;  ///< for messages; empty: the link's name
  Joint joint = Free{};
  Pose X_PJ;
  std::optional<SpatialInertia> inertia{};  ///< in the link's frame
  std::optional<double> mass{};             ///< kg
  std::optional<double> density{};          ///< kg/m³
  std::vector<PieceDescription> pieces{};
  std::vector<Dof> dofs{};  ///< one for each velocity, or empty: all defaults
  /// Velocity of the surface of a link that is fixed to the world, world axes, m/s: a conveyor
  /// belt. What of it points out of a face counts for nothing there.
  Vector3 belt = Vector3::Zero();
  std::optional<Path> path{};  ///< driven: the joint must be Fixed to the world, X_PJ identity
};

struct HalfSpaceDescription {
  std::string name;
  HalfSpace shape;
  std::string material;            ///< empty: the first one
  Vector3 belt = Vector3::Zero();  ///< velocity of its surface, at right angles to the normal, m/s
};

/// A pair of links, or of a link and a half-space, that may overlap, and why.
struct ExclusionDescription {
  std::string body_a;
  std::string body_b;
  std::string reason;
};

/// A joint that closes a loop: the child moves against the parent as the joint says, as if it hung
/// there with its frame at p_CJ; it hangs elsewhere in its tree. Any joint but a free one.
struct LoopDescription {
  std::string name;
  std::string parent;  ///< empty: the world
  std::string child;
  Joint joint = Spherical{};
  Pose X_PJ;
  Vector3 p_CJ = Vector3::Zero();  ///< the joint in the child's frame; axes are parallel there
};

/// A force and the link (or the link whose joint) it acts on; the indices in `force` are ignored.
struct ForceDescription {
  std::string link;  ///< of SampledLaw: any link of the mechanism
  Force force;
};

struct ModelDescription {
  std::vector<LinkDescription> links{};
  std::vector<HalfSpaceDescription> half_spaces{};
  std::vector<Material> materials{};  ///< empty: one frictionless, inelastic material "default"
  std::vector<SurfacePair> surface_pairs{};
  std::vector<ExclusionDescription> exclusions{};
  std::vector<ForceDescription> forces{};
  std::vector<LoopDescription> loops{};
  Vector3 gravity = Vector3(0.0, 0.0, -9.81);  ///< m/s²
};

}  // namespace rigor
