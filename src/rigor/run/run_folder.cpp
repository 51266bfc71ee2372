// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include <unistd.h>

#include <rigor/build_facts.hpp>
#include <rigor/run/run_folder.hpp>
#include <rigor/scene/sha256.hpp>
#include <rigor/scene/write_scene.hpp>

namespace rigor {
namespace {

/// Drafts of write_whole that a killed process left: <file>.<number>.part.
void remove_drafts_of(const std::filesystem::path& file) {
  std::vector<std::filesystem::path> drafts;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(file.parent_path(), ignored)) {
    const std::filesystem::path number = entry.path().stem();  // <file>.<number>
    if (entry.path().extension() == ".part" && number.stem() == file.filename() &&
        number.extension().string().find_first_not_of(".0123456789") == std::string::npos)
      drafts.push_back(entry.path());
  }
  for (const auto& draft : drafts) std::filesystem::remove(draft, ignored);
}

}  // namespace

std::string run_hash(const Scene& scene) {
  return sha256(resolved_text(scene) + "\nrigor " + build_facts::kVersion + "\n");
}

RunFolder default_folder(const Scene& scene) {
  return {std::filesystem::path("runs") / (scene.name + "-" + run_hash(scene).substr(0, 8))};
}

void clear(const RunFolder& folder, Kept kept) {
  std::filesystem::create_directories(folder.root);
  for (const auto& file : {folder.manifest(), folder.report(), folder.trace(), folder.events(),
                           folder.log(), folder.resolved_scene()}) {
    std::filesystem::remove(file);
    remove_drafts_of(file);
  }
  if (kept == Kept::Nothing) std::filesystem::remove(folder.journal());
}

void write_whole(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::path draft = file;
  draft += "." + std::to_string(getpid()) + ".part";
  {
    std::ofstream stream(draft, std::ios::binary);
    stream << text;
    stream.flush();
    if (!stream) {
      const std::string why = std::strerror(errno);
      std::error_code ignored;
      std::filesystem::remove(draft, ignored);
      throw std::runtime_error("cannot write " + file.string() + ": " + why);
    }
  }
  std::filesystem::rename(draft, file);
}

std::string file_hash(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return "";
  return sha256(std::string(std::istreambuf_iterator<char>(stream), {}));
}

nlohmann::ordered_json read_manifest(const RunFolder& folder) {
  std::ifstream stream(folder.manifest());
  auto manifest = nlohmann::ordered_json::object();
  if (stream) manifest = nlohmann::ordered_json::parse(stream, nullptr, false);
  return manifest.is_object() ? manifest : nlohmann::ordered_json::object();
}

std::optional<nlohmann::ordered_json> finished_manifest(const RunFolder& folder,
                                                        const std::string& hash) {
  auto manifest = read_manifest(folder);
  if (manifest.value("run_hash", "") != hash) return {};
  if (!manifest.contains("files") || !manifest["files"].is_object()) return {};
  for (const auto& [name, expected] : manifest["files"].items()) {
    if (expected != file_hash(folder.root / name)) return {};
  }
  return manifest;
}

std::filesystem::path find_trace(const std::filesystem::path& folder_or_file) {
  if (!std::filesystem::is_directory(folder_or_file)) return folder_or_file;
  const RunFolder folder{folder_or_file};
  if (std::filesystem::exists(folder.trace())) return folder.trace();
  if (std::filesystem::exists(folder.journal())) return folder.journal();
  return folder_or_file;
}

namespace {

/// The manifest beside the trace.h5; null if this is none.
nlohmann::ordered_json manifest_beside(const std::filesystem::path& trace) {
  const RunFolder folder{trace.parent_path()};
  if (trace.filename() != folder.trace().filename()) return {};
  return read_manifest(folder);
}

}  // namespace

std::string reason_beside(const std::filesystem::path& trace) {
  const auto manifest = manifest_beside(trace);
  const auto reason = manifest.find("reason");
  return reason != manifest.end() && reason->is_string() ? reason->get<std::string>() : "";
}

nlohmann::ordered_json stepping_beside(const std::filesystem::path& trace) {
  const nlohmann::ordered_json::json_pointer place("/summary/stepping");
  const auto manifest = manifest_beside(trace);
  return manifest.contains(place) ? manifest.at(place) : nlohmann::ordered_json();
}

}  // namespace rigor
