// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/dynamics/model.hpp>
#include <rigor/dynamics/state.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// What a scene describes, ready to be simulated.
struct BuiltScene {
  Model model;
  State initial;
};

/// The links, half-spaces and surfaces of the scene in names and numbers; bodies first. Throws
/// a SceneError that names every body whose shape or mass properties are not sound.
ModelDescription describe(const Scene& scene);

/// Model and initial state of the scene. Throws a SceneError (SceneFault::BadInput) with the place
/// in the file for flat shapes, unsound inertia, and starts that overlap by more than
/// `start_tolerance`. Starts that touch, or overlap less, are left as they are: opening them is the
/// simulation's first act, and reported there.
BuiltScene build(const Scene& scene);

}  // namespace rigor
