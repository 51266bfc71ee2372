// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/dynamics/model.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// The joints of all mechanisms as a trace records them, in the frames of its bodies.
std::vector<trace::Joint> trace_joints(const Model& model);

/// The number of a joint's first record among them, by its link, and by loop; links without a joint
/// on record have trace::kWorld.
struct JointNumbers {
  std::vector<std::uint32_t> of_link;
  std::vector<std::uint32_t> of_loop;
};
JointNumbers joint_numbers(const Model& model);

}  // namespace rigor
