// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <string>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rigor/cli/browser.hpp>

namespace rigor {

bool open_in_browser(const std::filesystem::path& page) {
#ifdef __APPLE__
  std::string program = "open";
#else
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return false;
  std::string program = "xdg-open";
#endif
  std::string file = std::filesystem::absolute(page).string();
  char* const arguments[] = {program.data(), file.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0)
    return false;
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace rigor
