// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/verification/structure.hpp>

namespace rigor::verification {

/// Proves every certificate (rules Certificate and Band). Returns, certificate by certificate,
/// whether it holds; `gap` learns the separations.
std::vector<bool> check_certificates(const Subject& subject, Report& report, Gap& gap);

/// The exact part of [begin, end] inside both segments' used intervals; either may be null.
Interval common_part(const Interval& interval, const trace::Segment* a, const trace::Segment* b);

}  // namespace rigor::verification
