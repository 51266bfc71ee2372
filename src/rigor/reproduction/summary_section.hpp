// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/reproduction/section.hpp>

namespace rigor {

/// The paper's numbers beside those of its authors' program and ours.
Section summary_section(const Findings& findings);

/// What is not built yet, and what this run left out.
Section missing_section(const Findings& findings);

}  // namespace rigor
