// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rigor {

/// What a word of other simulators (MuJoCo, Bullet, URDF, SDF, Drake) is called here, as a remedy:
/// "friction" -> "friction is set by surfaces: {default: {mu: 0.5}}". Empty for a word that is not
/// known. Upper case, '-' and '_' make no difference.
std::string_view in_our_words(std::string_view word);

}  // namespace rigor
