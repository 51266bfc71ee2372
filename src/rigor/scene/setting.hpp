// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/compose.hpp>

namespace rigor {

/// Puts one value into the document (compose.hpp, rule 2). Keys that are not there are added, items
/// of lists are not.
void apply(const Setting& setting, Document& document, const DocumentLimits& limits);

}  // namespace rigor
