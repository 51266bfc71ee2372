// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/dynamics/model.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// The joints of all mechanisms as a trace records them, in the frames of its bodies.
std::vector<trace::Joint> trace_joints(const Model& model);

}  // namespace rigor
