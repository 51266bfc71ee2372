// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/dynamics/path.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// The motion that a driven body with the initial pose X_WB makes: cubic between knots, at rest
/// before and behind them; or straight on and around one axis for ever.
Path driven_path(const DrivenSpec& driven, const Pose& X_WB);

}  // namespace rigor
