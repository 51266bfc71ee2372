// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace rigor {

/// What this program is and which conventions its files follow: version, commit, compiler, flags,
/// units, axes.
nlohmann::ordered_json version_facts();

}  // namespace rigor
