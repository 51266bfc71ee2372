// SPDX-License-Identifier: Apache-2.0
// Rules about single bodies: the norm of the quaternion and the jumps between segments.
#pragma once

#include <rigor/verification/structure.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

/// Norm and Jump for every body.
void check_paths(const Subject& subject, Work& work, Report& report);

}  // namespace rigor::verification
