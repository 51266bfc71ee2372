// SPDX-License-Identifier: Apache-2.0
// Whether mass and inertia on file are those of a body.
#pragma once

#include <optional>

#include <rigor/verification/series.hpp>

namespace rigor::verification {

struct BodyMass {
  Real mass = 1;
  std::array<Real, 9> inverse{};  ///< of the inertia, body axes
  Real inverse_size = 0;          ///< sum of its entries' sizes
  Real gyration = 1;              ///< m: ρ² = tr I / 2m
  Vec com{};                      ///< centre of mass, in the body's frame

  /// I⁻¹ times a vector in body axes.
  Vec solved(const Vec& moment) const;
};

/// Of a body whose mass is positive, whose centre of mass is its origin unless it is a link, and
/// whose inertia is symmetric, positive definite, far from singular, and obeys the triangle
/// inequality about every axis; else none.
std::optional<BodyMass> body_mass(const trace::Body& body);

}  // namespace rigor::verification
