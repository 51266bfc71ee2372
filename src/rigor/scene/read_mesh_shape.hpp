// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/read_context.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// The value of `mesh`: {file, scale, hull}. The corners of the mesh's convex hull, scaled to
/// metres; a mesh that is not convex is refused unless `hull` is true. A file is read once.
HullSpec read_mesh_shape(const Cursor& at, ReadContext& context);

}  // namespace rigor
