// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <rigor/run/summary.hpp>

namespace rigor {

/// Calls `verb` and turns what it throws into a message on standard error and an exit code: scenes
/// that can not be run (3, or 4 for what is not offered yet), traces and files that can not be read
/// or written (3). With `json`, standard output gets one object {"error": ..., "exit_code": ...}.
int with_failures(bool json, const std::function<Exit()>& verb);

}  // namespace rigor
