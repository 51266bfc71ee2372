// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rigor {

/// The style sheet of pages and plots: light and dark by the reader's preference, legible in print.
/// The colours c0 to c7 are those of Okabe and Ito, lightened or darkened for each background so
/// that every one has a contrast of at least 3 : 1.
std::string_view page_style();

}  // namespace rigor
