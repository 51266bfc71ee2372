// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/compose.hpp>

namespace rigor {

/// Replaces `include` at the top of the document by what the named files say (compose.hpp, rule 1).
void expand_includes(Document& document, const DocumentLimits& limits);

}  // namespace rigor
