// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rigor {

/// What a contact does while a mode lasts.
enum class ContactState : std::uint8_t {
  Released,      ///< no force, no row
  Frictionless,  ///< its normal row holds with equality
  Stick,         ///< its normal and both tangential rows hold with equality
  Slip,          ///< its normal row holds; friction μ λ opposes the slip
};

/// Squared sine below which a row counts as dependent on the rows chosen before it: rows whose
/// angle in the metric M⁻¹ is under 1e-5 rad carry no information beyond rounding of their bias.
inline constexpr double kDependentSineSquared = 1e-10;

/// Whether the rows of a basis are still independent.
enum class RankCheck : std::uint8_t { Kept, Lost };

}  // namespace rigor
