// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace rigor {

/// Hands the page to the desktop's browser. False without a desktop, or if none could be started.
bool open_in_browser(const std::filesystem::path& page);

}  // namespace rigor
