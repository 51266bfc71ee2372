// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include <rigor/dynamics/model.hpp>

namespace rigor {

/// The rule that a description or a state breaks.
enum class ModelRule {
  UniqueNames,   ///< two links, half-spaces, materials share a name, or a name is empty
  KnownName,     ///< a parent, material, body or force refers to nothing
  NoCycle,       ///< parents must lead to the world
  SoundLoop,     ///< a loop's joint: not free, between two links that forces move or one and the
                 ///< world, closed at the start
  SoundJoint,    ///< unit axes, perpendicular where needed, free joints on the world
  SoundDof,      ///< one Dof per velocity; limits in order; damping, stiffness, armature >= 0
  SoundInertia,  ///< positive mass, positive definite inertia, triangle inequality
  SoundPose,     ///< finite numbers and unit quaternions
  SoundShape,    ///< a half-space's unit normal; a piece that survives its placement
  SoundSurface,  ///< μ, viscosity >= 0, restitution in [0, 1]
  SoundForce,    ///< a force's signals, gains, samples, and the joint it needs
  SoundPath,     ///< a driven link's path, joint and parent
  WithinWorld,   ///< everything within kMaxCoordinate of the origin
  SoundState,    ///< sizes, finite numbers, quaternions of length 1
  WithinLimits,  ///< a coordinate lies outside its limits
};

/// What is wrong, and where.
struct ModelError {
  ModelRule rule = ModelRule::UniqueNames;
  std::string where;    ///< the link, joint, half-space, material or force, e.g. "joint 'elbow'"
  std::string message;  ///< the rule and the value met, for people
};

/// "UniqueNames", ...
const char* name(ModelRule rule);

using BuildResult = std::variant<Model, ModelError>;

/// The model of a description, or the first rule it breaks. Links keep the description's order
/// within their tree, except that parents come before children; trees that loops join are one
/// mechanism, in the order of their roots; mechanisms are ordered by their first roots.
BuildResult build(const ModelDescription& description);

/// The model of a result that can not be an error; ends the program otherwise.
Model unwrap(BuildResult result);

}  // namespace rigor
