// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/read_context.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// One joint: a map with one key, the kind.
JointSpec read_joint(const Cursor& at);

/// The joint of a loop: its axes and where it is.
JointSpec read_loop_joint(const Cursor& at);

}  // namespace rigor
