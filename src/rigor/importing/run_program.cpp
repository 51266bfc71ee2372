// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rigor/importing/run_program.hpp>
#include <rigor/scene/problem.hpp>

namespace rigor::importing {
namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 20U;

/// Everything from the pipe until its end; nothing if it is too much or takes too long.
std::optional<std::string> read_all(int pipe, int seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  std::string text;
  std::vector<char> part(std::size_t{1} << 16U);
  while (text.size() <= kMostBytes) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return {};
    pollfd watched{pipe, POLLIN, 0};
    if (poll(&watched, 1, static_cast<int>(left.count())) < 0 && errno != EINTR) return {};
    if (watched.revents == 0) continue;
    const ssize_t count = read(pipe, part.data(), part.size());
    if (count == 0) return text;
    if (count < 0 && errno != EINTR) return {};
    if (count > 0) text.append(part.data(), count);
  }
  return {};
}

}  // namespace

std::optional<std::string> run_program(const std::vector<std::string>& words, int seconds) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  std::optional<std::string> text;
  if (child > 0) text = read_all(ends[0], seconds);
  close(ends[0]);
  if (child < 0) return {};
  if (!text) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return {};
  return text;
}

std::string python_interpreter() {
  const char* chosen = std::getenv("RIGOR_PYTHON");
  return chosen != nullptr && *chosen != '\0' ? chosen : "python3";
}

std::string python_package_version(const std::string& package) {
  const std::optional<std::string> printed =
      run_program({python_interpreter(), "-c",
                   "import sys, importlib.util as u, importlib.metadata as m\n"
                   "print(m.version(sys.argv[1]) if u.find_spec(sys.argv[1]) else '', end='')",
                   package});
  return shortened(printed.value_or(""));
}

}  // namespace rigor::importing
