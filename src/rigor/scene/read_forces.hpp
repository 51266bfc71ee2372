// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/fields.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// The entries of `forces`; `scene` holds the bodies already.
std::vector<ForceSpec> read_forces(const Cursor& list, const Scene& scene);

}  // namespace rigor
