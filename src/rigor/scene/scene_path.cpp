// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/scene/scene_path.hpp>

namespace rigor {
namespace {

std::filesystem::path folder_of(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  return folder.empty() ? "." : folder;
}

}  // namespace

std::optional<std::filesystem::path> scene_path(const Sources& sources, const Place& from,
                                                const std::string& name) {
  const std::filesystem::path relative(name);
  if (name.empty() || name.find('\0') != std::string::npos || relative.is_absolute()) return {};
  const std::filesystem::path file = folder_of(source_of(sources, from)) / relative;
  std::error_code failed;
  const auto root = std::filesystem::weakly_canonical(folder_of(source_of(sources, {})), failed);
  if (failed) return {};
  const auto target = std::filesystem::weakly_canonical(file, failed);
  if (failed) return {};
  const auto [end, rest] = std::mismatch(root.begin(), root.end(), target.begin(), target.end());
  if (end != root.end() || rest == target.end()) return {};
  return file;
}

}  // namespace rigor
