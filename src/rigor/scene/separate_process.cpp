// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <chrono>
#include <cstring>

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rigor/scene/separate_process.hpp>

namespace rigor {
namespace {

constexpr rlim_t kMostMemory = rlim_t{2} << 30U;  // bytes

void limit_this_process(int seconds) {
  const auto most = static_cast<rlim_t>(seconds);
  const rlimit cpu{most, most};
  setrlimit(RLIMIT_CPU, &cpu);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // these reserve far more
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return;
#endif
#endif
  const rlimit memory{kMostMemory, kMostMemory};
  setrlimit(RLIMIT_AS, &memory);
#endif
}

bool send(int pipe, const void* bytes, std::size_t count) {
  const char* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t sent = write(pipe, next, count);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    next += sent;
    count -= sent;
  }
  return true;
}

bool send_text(int pipe, const std::string& text) {
  const std::uint64_t size = text.size();
  return send(pipe, &size, sizeof size) && send(pipe, text.data(), text.size());
}

/// The answer as bytes: the number of points (0: a defect follows), points, triangles.
bool send_result(int pipe, const MeshResult& result) {
  if (const auto* defect = std::get_if<MeshDefect>(&result)) {
    const std::uint64_t none = 0;
    return send(pipe, &none, sizeof none) && send_text(pipe, defect->rule) &&
           send_text(pipe, defect->remedy);
  }
  const auto& mesh = std::get<MeshSurface>(result);
  const std::uint64_t counts[2] = {mesh.points.size(), mesh.triangles.size()};
  return send(pipe, counts, sizeof counts) &&
         send(pipe, mesh.points.data(), mesh.points.size() * sizeof(Vector3)) &&
         send(pipe, mesh.triangles.data(), mesh.triangles.size() * 3 * sizeof(std::uint32_t));
}

[[noreturn]] void answer(int pipe, const std::function<MeshResult()>& read, int seconds) {
  limit_this_process(seconds);
  bool sent = false;
  try {
    sent = send_result(pipe, read());
  } catch (const std::exception& error) {
    sent = send_result(
        pipe, MeshDefect{fmt::format("a readable mesh: {}", error.what()), "check the file"});
  } catch (...) {
    sent = false;
  }
  _exit(sent ? 0 : 1);
}

/// Everything that comes through the pipe until it closes; nothing if that takes too long.
std::optional<std::string> received(int pipe, std::chrono::seconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  std::string bytes;
  char block[1 << 16];
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd waiting{pipe, POLLIN, 0};
    if (left.count() <= 0) return {};
    const int ready = poll(&waiting, 1, static_cast<int>(left.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return {};
    const ssize_t count = read(pipe, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(block, count);
  }
}

/// Takes values from the front of bytes.
class Unpacker {
 public:
  explicit Unpacker(const std::string& bytes) : bytes_(bytes) {}

  bool take(void* to, std::size_t count) {
    if (bytes_.size() - at_ < count) return false;
    if (count > 0) std::memcpy(to, bytes_.data() + at_, count);
    at_ += count;
    return true;
  }
  bool take_text(std::string& text) {
    std::uint64_t size = 0;
    if (!take(&size, sizeof size) || bytes_.size() - at_ < size) return false;
    text.resize(size);
    return take(text.data(), size);
  }
  std::size_t left() const { return bytes_.size() - at_; }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

std::optional<MeshResult> unpacked(const std::string& bytes) {
  Unpacker from(bytes);
  std::uint64_t points = 0;
  if (!from.take(&points, sizeof points)) return {};
  if (points == 0) {
    MeshDefect defect;
    if (!from.take_text(defect.rule) || !from.take_text(defect.remedy)) return {};
    return defect;
  }
  std::uint64_t triangles = 0;
  if (!from.take(&triangles, sizeof triangles)) return {};
  constexpr std::size_t kCorners = 3 * sizeof(std::uint32_t);
  if (points > from.left() / sizeof(Vector3) || triangles > from.left() / kCorners) return {};
  MeshSurface mesh;
  mesh.points.resize(points);
  mesh.triangles.resize(triangles);
  if (!from.take(mesh.points.data(), points * sizeof(Vector3)) ||
      !from.take(mesh.triangles.data(), triangles * kCorners)) {
    return {};
  }
  return mesh;
}

}  // namespace

MeshResult in_separate_process(const std::function<MeshResult()>& read, int seconds) {
  int ends[2];
  if (pipe(ends) != 0) return MeshDefect{"a pipe to a second process", "too many open files?"};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    answer(ends[1], read, seconds);
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return MeshDefect{"a second process to read the mesh in", "too many processes?"};
  }
  const std::optional<std::string> bytes = received(ends[0], std::chrono::seconds(3 * seconds));
  close(ends[0]);
  if (!bytes) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (bytes && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    if (auto result = unpacked(*bytes)) return *std::move(result);
  }
  return MeshDefect{fmt::format("a mesh that can be read within 2 GiB of memory and {} s", seconds),
                    "the file is damaged or too large: export it again, or as another format"};
}

}  // namespace rigor
