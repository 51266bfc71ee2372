// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdio>
#include <deque>
#include <stdexcept>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rigor/cli/worker_pool.hpp>

namespace rigor {
namespace {

struct Child {
  pid_t process = 0;
  int pipe = -1;
  std::uint64_t task = 0;
  int attempt = 1;
  std::string answer{};
};

/// An answer ends with this, so that one that was cut short is told from a whole one.
constexpr char kEnd = '\x04';

Child begin(std::uint64_t task, int attempt,
            const std::function<std::string(std::uint64_t)>& work) {
  int ends[2];
  std::fflush(nullptr);  // what waits in buffers must not be written twice
  if (pipe(ends) != 0) throw std::runtime_error("cannot create a pipe: too many open files?");
  const pid_t process = fork();
  if (process < 0) throw std::runtime_error("cannot start a process: too many processes?");
  if (process > 0) {
    close(ends[1]);
    return {process, ends[0], task, attempt};
  }
  close(ends[0]);
  std::string answer;
  try {
    answer = work(task) + kEnd;
  } catch (...) {
    _exit(1);
  }
  std::size_t sent = 0;
  while (sent < answer.size()) {
    const ssize_t count = write(ends[1], answer.data() + sent, answer.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(1);
    sent += static_cast<std::size_t>(count);
  }
  _exit(0);
}

/// Takes what has come; false once the pipe is closed.
bool receive(Child& child) {
  char block[4096];
  const ssize_t count = read(child.pipe, block, sizeof block);
  if (count < 0) return errno == EINTR;
  child.answer.append(block, static_cast<std::size_t>(count));
  return count > 0;
}

}  // namespace

void run_in_processes(const std::vector<std::uint64_t>& tasks, int jobs,
                      const std::function<std::string(std::uint64_t)>& work,
                      const std::function<void(std::uint64_t, std::optional<std::string>)>& done,
                      const std::function<bool()>& interrupted) {
  constexpr int kAttempts = 2;
  struct Waiting {
    std::uint64_t task;
    int attempt;
  };
  std::deque<Waiting> waiting;
  for (const std::uint64_t task : tasks) waiting.push_back({task, 1});
  std::vector<Child> children;
  while (!children.empty() || (!waiting.empty() && !interrupted())) {
    while (std::ssize(children) < jobs && !waiting.empty() && !interrupted()) {
      children.push_back(begin(waiting.front().task, waiting.front().attempt, work));
      waiting.pop_front();
    }
    std::vector<pollfd> pipes;
    for (const Child& child : children) pipes.push_back({child.pipe, POLLIN, 0});
    constexpr int kPatience = 200;  // ms, then interruptions are looked at
    if (poll(pipes.data(), pipes.size(), kPatience) <= 0) continue;
    for (std::size_t i = children.size(); i-- > 0;) {
      if (pipes[i].revents == 0 || receive(children[i])) continue;
      Child child = std::move(children[i]);
      children.erase(children.begin() + static_cast<std::ptrdiff_t>(i));
      close(child.pipe);
      while (waitpid(child.process, nullptr, 0) < 0 && errno == EINTR) {
      }
      const bool whole = !child.answer.empty() && child.answer.back() == kEnd;
      if (interrupted()) continue;
      if (!whole && child.attempt < kAttempts) {
        waiting.push_front({child.task, child.attempt + 1});
        continue;
      }
      if (whole) child.answer.pop_back();
      done(child.task, whole ? std::optional(child.answer) : std::nullopt);
    }
  }
}

}  // namespace rigor
