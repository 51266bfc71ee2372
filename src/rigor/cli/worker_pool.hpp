// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace rigor {

/// Calls `work` for each task in a child process of its own, `jobs` at a time, from one thread. A
/// child that dies without an answer loses its own task only, which is tried once more; then the
/// answer is nothing. `done` gets the answers as they come, in this process; once `interrupted`
/// says so no more children are begun, and the answers of those at work are thrown away.
void run_in_processes(const std::vector<std::uint64_t>& tasks, int jobs,
                      const std::function<std::string(std::uint64_t)>& work,
                      const std::function<void(std::uint64_t, std::optional<std::string>)>& done,
                      const std::function<bool()>& interrupted);

}  // namespace rigor
