// SPDX-License-Identifier: Apache-2.0
// Numbers that the scenes of these tests have in common.
#pragma once

namespace rigor {

inline constexpr double kG = 9.81;            ///< m/s²
inline constexpr double kSkin = 1e-8;         ///< m
inline constexpr double kIntegrated = 1e-10;  ///< 100 tol, tol = 1e-12

}  // namespace rigor
