// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include <rigor/scene/problem.hpp>

namespace rigor {

/// The value of a problem that is about a whole map.
inline constexpr std::string_view kWholeMap = "(a map)";

/// By their places, but what is said of a whole map (something is missing there) comes after what
/// is said of things in it: they may be the cause.
void put_in_order(std::vector<Problem>& problems);

}  // namespace rigor
