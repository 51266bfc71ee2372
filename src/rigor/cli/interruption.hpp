// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace rigor {

/// From now on the first Ctrl-C (or SIGTERM) only makes the returned function say so, which may be
/// asked from any thread; a second one ends the program.
std::function<bool()> watch_for_interruption();

}  // namespace rigor
