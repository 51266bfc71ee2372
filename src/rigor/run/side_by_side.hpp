// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace rigor {

/// Calls job(0), ..., job(count - 1), at most `threads` of them at a time. What a job throws does
/// not stop the others; of several exceptions that of the first job is thrown in the end.
void side_by_side(std::size_t count, int threads, const std::function<void(std::size_t)>& job);

}  // namespace rigor
