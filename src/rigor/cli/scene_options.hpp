// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/cli/run.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {

/// What the options of `rigor run` change in a scene, in this order: each --set, then --law,
/// --method, --until, --tol. Throws a SceneError for a --set without "=".
ReadOptions scene_options(const RunArguments& arguments);

}  // namespace rigor
