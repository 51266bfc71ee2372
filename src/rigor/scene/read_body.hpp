// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <rigor/scene/read_context.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// One entry of `bodies`. A `random` initial state is drawn here, with the scene's seed and
/// `stream`, the body's number in the list, so that bodies do not depend on each other; in the
/// order position x, y, z; rotation (uniform; four normal numbers w, x, y, z made unit); linear x,
/// y, z; angular x, y, z; what has no range draws nothing.
BodySpec read_body(const Cursor& at, std::uint64_t stream, ReadContext& context);

/// Shapes, surface and mass: the keys shape, pieces, surface, density, mass, com and inertia.
void read_matter(const Cursor& at, ReadContext& context, BodySpec& body);

/// One entry of `half_spaces`.
HalfSpaceSpec read_half_space(const Cursor& at);

}  // namespace rigor
