// SPDX-License-Identifier: Apache-2.0
// The rules for single parts of a description; `build` adds those that join parts.
#pragma once

#include <optional>

#include <rigor/dynamics/build.hpp>

namespace rigor {

using MaybeError = std::optional<ModelError>;

/// Names are there and differ.
MaybeError check_names(const ModelDescription& description);

/// Parents exist and lead to the world.
MaybeError check_tree(const ModelDescription& description);

/// Joints of loops: known links that forces can move, unit axes.
MaybeError check_loops(const ModelDescription& description);

/// Unit axes, perpendicular where two are needed.
MaybeError check_axes(const std::string& where, const Joint& joint);

/// Materials and pairs of them: known names, values in range.
MaybeError check_surfaces(const ModelDescription& description);

/// Joint axes, the joint's frame, Dofs, and what a path or a free joint asks for.
MaybeError check_joint(const LinkDescription& link);

/// A half-space's normal and offset.
MaybeError check_half_space(const HalfSpaceDescription& half_space);

/// The force's own numbers and whether the link's joint can take it.
MaybeError check_force(const ForceDescription& force, const Link& link);

/// Mass properties of a link that moves.
MaybeError check_inertia(const std::string& link_name, const SpatialInertia& inertia);

/// Unit quaternion to rounding in the input, finite, within the world.
MaybeError check_pose(const std::string& where, const Pose& pose);

}  // namespace rigor
