// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/fields.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// The entry `stepping` of a scene whose method and skin are read already. Keys that the method
/// does not have are problems; the oracle, which has no steps, reads it and does not use it.
Stepping read_stepping(const Cursor& at, const Scene& scene);

/// What is mandatory of `stepping` for the scene's method, where the scene has no such entry.
void check_stepping_given(const Cursor& root, const Scene& scene);

}  // namespace rigor
