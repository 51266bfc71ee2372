// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <rigor/scene/mesh.hpp>

namespace rigor {

/// What `read` returns, computed in a process of its own with bounded memory and time (`seconds` of
/// processor, three times that by the clock), so that a fault of a foreign library in it is an
/// answer here and not the end of the program.
MeshResult in_separate_process(const std::function<MeshResult()>& read, int seconds);

}  // namespace rigor
