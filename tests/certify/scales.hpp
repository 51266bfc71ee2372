// SPDX-License-Identifier: Apache-2.0
// Lengths that the bodies of these tests have in common.
#pragma once

namespace rigor {

inline constexpr double kSkin = 1e-8;   ///< m
inline constexpr double kLevel = 1e-8;  ///< m, that gaps are proved to exceed

}  // namespace rigor
