// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/read_context.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// One entry of `mechanisms`. Links hang on earlier links of it, on fixed bodies of the scene, or
/// on the world.
MechanismSpec read_mechanism(const Cursor& at, const Scene& scene, ReadContext& context);

}  // namespace rigor
