// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/read_context.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// A shape: a map with one key, the kind. Whether points span a solid is found out by `build`; a
/// mesh is read at once and becomes the corners of its convex hull.
ShapeSpec read_shape(const Cursor& at, ReadContext& context);

/// position with quat_wxyz or axis and angle; what is absent is zero.
Pose read_pose(const Cursor& at);

}  // namespace rigor
