// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/dynamics/force.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// The force that a scene asks for; the link's index is left to `build`.
/// `origin`: of the link's frame in the model, as the scene sees it.
AppliedWrench applied_wrench(const ForceSpec& force, const Vector3& origin = Vector3::Zero());

}  // namespace rigor
