// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/spatial/inertia.hpp>

namespace rigor::importing {

/// A changed inertia, and what was done to it.
struct RepairedInertia {
  SpatialInertia inertia{};
  std::string what{};
};

/// The nearest sound inertia, by this rule: the matrix is made symmetric; principal moments below a
/// thousandth of the largest are raised to that; then, where the largest exceeds the sum of the
/// others, both of these grow by half of what is missing. Without any positive moment it becomes
/// that of a ball of radius `size`. The mass must be positive.
RepairedInertia repaired(const SpatialInertia& inertia, double size);

}  // namespace rigor::importing
