// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/fields.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// `exclusions: [{between: [a, b], reason: words}, ...]` of the scene: pairs of bodies, or of a
/// body and a half-space, that may overlap and never touch. The names must be those of `scene`,
/// whose bodies and half-spaces are read already.
std::vector<ExclusionSpec> read_exclusions(const Cursor& list, const Scene& scene);

}  // namespace rigor
