// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace rigor {

/// Keeps a folder for one run at a time. The system gives it back when the process ends, however
/// that happens; the file `lock` that carries it is removed at a proper end.
class RunLock {
 public:
  /// Creates the folder if need be. Throws std::runtime_error if another process has the folder,
  /// and std::filesystem::filesystem_error if it can not be made.
  explicit RunLock(const std::filesystem::path& folder);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
};

}  // namespace rigor
