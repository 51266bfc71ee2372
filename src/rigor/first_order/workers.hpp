// SPDX-License-Identifier: Apache-2.0
// Jobs shared out among threads so that the result does not depend on how many there are: each
// writes to places of its own, and what they leave is read in the order of their numbers.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rigor::first_order {

/// Threads that wait for jobs. They are started when first needed.
class Workers {
 public:
  /// 0: as many as the machine has.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Calls job(i) for every i < count, once each, in any order, here and on the other threads, and
  /// returns when all are done. Of several exceptions that of the lowest number is thrown.
  void share(std::size_t count, const std::function<void(std::size_t)>& job);

 private:
  void wait_for_jobs();
  void take_jobs();

  std::size_t wanted_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable begins_;
  std::condition_variable ends_;
  bool closing_ = false;
  std::size_t round_ = 0;  ///< of sharing: tells threads that there are new jobs
  std::size_t busy_ = 0;   ///< threads that have not finished the round
  const std::function<void(std::size_t)>* job_ = nullptr;
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::size_t failed_ = 0;  ///< the lowest number of a job that threw, with what
  std::exception_ptr failure_;
};

}  // namespace rigor::first_order
