// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/compose.hpp>

namespace rigor {

/// Takes `parameters` out of the document and puts their values where `$word` stands (compose.hpp,
/// rule 3).
void substitute_parameters(Document& document, const DocumentLimits& limits);

}  // namespace rigor
