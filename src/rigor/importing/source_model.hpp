// SPDX-License-Identifier: Apache-2.0
// What a model file says, in one form for all formats: links with inertia and shapes, joints
// between them. Nothing is merged, rounded or left out here that the notes do not name.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <rigor/importing/note.hpp>
#include <rigor/spatial/inertia.hpp>
#include <rigor/spatial/pose.hpp>

namespace rigor::importing {

struct SourceBox {
  Vector3 size = Vector3::Ones();  ///< full edge lengths, metres
};
struct SourceSphere {
  double radius = 1.0;
};
/// Axis z, centred.
struct SourceCylinder {
  double radius = 1.0;
  double length = 1.0;
};
/// A cylinder with half a ball at each end; the length is without them.
struct SourceCapsule {
  double radius = 1.0;
  double length = 1.0;
};
struct SourceEllipsoid {
  Vector3 radii = Vector3::Ones();
};
struct SourceMesh {
  std::string uri{};                ///< as the file writes it
  Vector3 scale = Vector3::Ones();  ///< metres per unit of the mesh file, by axis
};
/// Points whose convex hull it is, metres.
struct SourceHull {
  std::vector<Vector3> points{};
};
/// The solid below a plane through the origin.
struct SourcePlane {
  Vector3 normal = Vector3::UnitZ();
};
using SourceShape = std::variant<SourceBox, SourceSphere, SourceCylinder, SourceCapsule,
                                 SourceEllipsoid, SourceMesh, SourceHull, SourcePlane>;

struct SourceCollision {
  std::string name{};
  Pose X_LC{};  ///< in the link's frame
  SourceShape shape{};
  std::optional<double> mu{};  ///< coefficient of friction, where the format has one
  Place place{};
};

struct SourceLink {
  std::string name{};
  std::optional<SpatialInertia> inertia{};  ///< in the link's frame; absent: no mass is given
  std::vector<SourceCollision> collisions{};
  Place place{};
};

enum class JointKind { Fixed, Revolute, Prismatic, Universal, Spherical, Planar, Free };

/// The word that scenes have for it.
const char* name(JointKind kind);

/// A joint, seen from the link that it carries.
struct SourceJoint {
  std::string name{};
  JointKind kind = JointKind::Fixed;
  std::string parent{};  ///< a link of the model; empty: the world
  std::string child{};
  Pose X_PC{};                             ///< the child's frame in the parent's, at zero
  Vector3 anchor = Vector3::Zero();        ///< where the joint is, in the child's frame
  Vector3 axis = Vector3::UnitX();         ///< in the child's axes at zero; Planar: the normal
  Vector3 second_axis = Vector3::UnitY();  ///< of Universal
  std::optional<std::array<double, 2>> limits{};
  std::optional<double> effort{};  ///< the most that a motor gives, N or N m
  double damping = 0.0;
  double friction = 0.0;  ///< dry, N or N m
  double stiffness = 0.0;
  double neutral = 0.0;  ///< of the spring
  double armature = 0.0;
  double start = 0.0;  ///< coordinate that the file asks for, if it does
  Place place{};
};

/// One tree (or several) of links. Every link is the child of one joint; those of roots have the
/// world as parent.
struct SourceModel {
  std::string name{};
  std::vector<SourceLink> links{};
  std::vector<SourceJoint> joints{};
  std::vector<SourceJoint> loops{};  ///< joints besides those that carry links: kinds and places
  bool self_contact = true;          ///< links of the model touch each other
  /// Pairs of links that the file says never touch.
  std::vector<std::array<std::string, 2>> exclusions{};
};

struct SourceScene {
  std::string name{};
  std::string format{};  ///< "URDF", "SDF", "MJCF"
  std::optional<Vector3> gravity{};
  std::vector<SourceModel> models{};
  std::vector<Note> notes{};
};

}  // namespace rigor::importing
