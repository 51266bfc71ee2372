// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <rigor/run/run_lock.hpp>

namespace rigor {
namespace {

/// Whether the open file is still the one that stands under the name.
bool is_current(int descriptor, const std::filesystem::path& file) {
  struct stat open_one {};
  struct stat named {};
  return fstat(descriptor, &open_one) == 0 && stat(file.c_str(), &named) == 0 &&
         open_one.st_ino == named.st_ino && open_one.st_dev == named.st_dev;
}

/// The process id that the holder wrote into its file, or "unknown".
std::string holder(int descriptor) {
  char text[32] = {};
  const ssize_t count = pread(descriptor, text, sizeof text - 1, 0);
  return count > 0 ? std::string(text, static_cast<std::size_t>(count)) : "unknown";
}

}  // namespace

RunLock::RunLock(const std::filesystem::path& folder) : file_(folder / "lock") {
  std::filesystem::create_directories(folder);
  // The last holder may remove the file between our opening and locking it: then once more.
  while (descriptor_ < 0) {
    const int opened = open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (opened < 0) {
      throw std::runtime_error("cannot write to " + folder.string() + ": " + std::strerror(errno));
    }
    if (flock(opened, LOCK_EX | LOCK_NB) != 0) {
      const std::string pid = holder(opened);
      ::close(opened);
      throw std::runtime_error("another run is using " + folder.string() + " (process " + pid +
                               "); wait for it, or choose another folder with -o");
    }
    if (is_current(opened, file_)) {
      descriptor_ = opened;
    } else {
      ::close(opened);
    }
  }
  const std::string pid = std::to_string(getpid());
  // Only a help for people: a full disk shows itself soon enough.
  if (ftruncate(descriptor_, 0) != 0 || pwrite(descriptor_, pid.data(), pid.size(), 0) < 0) return;
}

RunLock::~RunLock() {
  unlink(file_.c_str());
  ::close(descriptor_);
}

}  // namespace rigor
