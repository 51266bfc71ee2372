// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/fields.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// The value of `driven`: {linear, angular} for a constant velocity from the body's pose, or
/// {knots: [{time, position, angle}, ...], axis}.
DrivenSpec read_driven(const Cursor& at);

}  // namespace rigor
