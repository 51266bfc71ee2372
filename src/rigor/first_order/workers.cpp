// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/workers.hpp>

namespace rigor::first_order {

Workers::Workers(int threads)
    : wanted_(threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency())) {}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  begins_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::share(std::size_t count, const std::function<void(std::size_t)>& job) {
  if (wanted_ == 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) job(i);
    return;
  }
  while (threads_.size() + 1 < wanted_) threads_.emplace_back([this] { wait_for_jobs(); });
  {
    const std::lock_guard lock(mutex_);
    job_ = &job;
    count_ = count;
    next_ = 0;
    failure_ = nullptr;
    busy_ = threads_.size();
    ++round_;
  }
  begins_.notify_all();
  take_jobs();
  std::unique_lock lock(mutex_);
  ends_.wait(lock, [this] { return busy_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
}

void Workers::wait_for_jobs() {
  std::size_t done = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      begins_.wait(lock, [&] { return closing_ || round_ != done; });
      if (closing_) return;
      done = round_;
    }
    take_jobs();
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) ends_.notify_one();
  }
}

void Workers::take_jobs() {
  std::unique_lock lock(mutex_);
  while (next_ < count_) {
    const std::size_t i = next_++;
    lock.unlock();
    std::exception_ptr failure;
    try {
      (*job_)(i);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (!failure || (failure_ && failed_ < i)) continue;
    failure_ = failure;
    failed_ = i;
  }
}

}  // namespace rigor::first_order
