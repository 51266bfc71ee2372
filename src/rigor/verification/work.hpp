// SPDX-License-Identifier: Apache-2.0
// Work shared out among threads so that the result does not depend on how many there are: jobs are
// numbered, each writes to a place of its own, and the places are read in the order of their
// numbers.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace rigor::verification {

/// How a check is done: nothing here changes what it finds.
struct Workshop {
  int threads = 0;  ///< 0: as many as the machine has, but one for little work
  /// Asked now and then, from any thread, whether to stop.
  std::function<bool()> interrupted{};
  /// Told now and then, from the calling thread, how much of the work is done.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

class Work {
 public:
  Work(const Workshop& workshop, std::uint64_t total);

  /// Calls job(i) for every i < count, once each, in any order; `job` must not throw but for want
  /// of memory, which is passed on. Leaves the rest undone once it is stopped.
  void share(std::size_t count, const std::function<void(std::size_t)>& job);

  /// Counts what is done. From any thread.
  void done(std::uint64_t units) { done_ += units; }

  /// Whether the caller wants an end. From any thread.
  bool stopped();

 private:
  void report();

  const Workshop& workshop_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<bool> stopped_{false};
  std::chrono::steady_clock::time_point reported_;
};

}  // namespace rigor::verification
