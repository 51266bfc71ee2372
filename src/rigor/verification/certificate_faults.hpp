// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/verification/structure.hpp>

namespace rigor::verification {

/// What is wrong with a certificate that can be said without polynomials; null if nothing. Its
/// segments exist; that of a half-space is null.
const char* certificate_fault(const Subject& subject, const trace::Certificate& c,
                              const trace::Segment* segment_a, const trace::Segment* segment_b);

}  // namespace rigor::verification
