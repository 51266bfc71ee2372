// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/verification/structure.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

/// Proves every certificate (rules Certificate and Band). Returns, certificate by certificate,
/// whether it holds (1 or 0); `gap` learns the separations.
std::vector<char> check_certificates(const Subject& subject, Work& work, Report& report, Gap& gap);

}  // namespace rigor::verification
