// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <rigor/verification/work.hpp>

namespace rigor::verification {
namespace {

/// Between two reports of progress.
constexpr std::chrono::milliseconds kReportInterval{100};
/// Less work than this (segments, certificates) is done before another thread has started.
constexpr std::uint64_t kWorthThreads = 1000;

}  // namespace

Work::Work(const Workshop& workshop, std::uint64_t total)
    : workshop_(workshop), total_(total), reported_(std::chrono::steady_clock::now()) {}

bool Work::stopped() {
  if (!stopped_ && workshop_.interrupted && workshop_.interrupted()) stopped_ = true;
  return stopped_;
}

void Work::report() {
  if (!workshop_.progress) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - reported_ < kReportInterval) return;
  reported_ = now;
  workshop_.progress(done_, total_);
}

void Work::share(std::size_t count, const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto labour = [&](bool caller) {
    try {
      while (!stopped()) {
        const std::size_t i = next++;
        if (i >= count) return;
        job(i);
        if (caller) report();
      }
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      failure = std::current_exception();
      next = count;
    }
  };
  const auto wanted = workshop_.threads > 0    ? static_cast<std::size_t>(workshop_.threads)
                      : total_ < kWorthThreads ? 1
                                               : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> others;
  for (std::size_t k = 1; k < std::min(wanted, count); ++k) others.emplace_back(labour, false);
  labour(true);
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace rigor::verification
