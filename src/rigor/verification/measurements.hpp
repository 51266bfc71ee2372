// SPDX-License-Identifier: Apache-2.0
// What is measured beside the proof, in floating point and at samples.
#pragma once

#include <rigor/verification/structure.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

/// Defects of the laws of motion; for runs that are not certified, the smallest separation too.
Measurements measurements(const Subject& subject, Work& work);

}  // namespace rigor::verification
