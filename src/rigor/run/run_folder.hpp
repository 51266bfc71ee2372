// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include <rigor/scene/scene.hpp>

namespace rigor {

/// The files of one run. `manifest` is written last, so a folder that has one is whole.
struct RunFolder {
  std::filesystem::path root;

  std::filesystem::path resolved_scene() const { return root / "scene.resolved.yaml"; }
  std::filesystem::path manifest() const { return root / "manifest.json"; }
  std::filesystem::path trace() const { return root / "trace.h5"; }
  std::filesystem::path journal() const { return root / "trace.part"; }  ///< while running
  std::filesystem::path events() const { return root / "events.jsonl"; }
  std::filesystem::path log() const { return root / "log.jsonl"; }
  std::filesystem::path report() const { return root / "report.html"; }
};

/// What a run depends on, as one hash: the resolved scene and the program's version.
std::string run_hash(const Scene& scene);

/// runs/<name>-<first 8 digits of the hash>, relative to the current folder.
RunFolder default_folder(const Scene& scene);

/// What `clear` leaves of an earlier run.
enum class Kept { Nothing, Journal };

/// Makes the folder ready for a new run: creates it and removes the files of an earlier run, the
/// manifest first. Other files are left alone. Throws std::filesystem::filesystem_error.
void clear(const RunFolder& folder, Kept kept = Kept::Nothing);

/// Writes the file so that it appears under its name only when it is whole. Throws
/// std::runtime_error if it can not be written.
void write_whole(const std::filesystem::path& file, const std::string& text);

/// SHA-256 of a file's bytes; empty if it can not be read.
std::string file_hash(const std::filesystem::path& file);

/// The manifest of the folder; an empty object if there is none or it can not be read.
nlohmann::ordered_json read_manifest(const RunFolder& folder);

/// The manifest of a run with this hash that is complete and whose files are still the bytes that
/// the manifest names; nothing otherwise.
std::optional<nlohmann::ordered_json> finished_manifest(const RunFolder& folder,
                                                        const std::string& hash);

/// The trace of a run given as its folder, or as the file itself: trace.h5, or else the journal of
/// an unfinished run. The path is returned as given if neither is there.
std::filesystem::path find_trace(const std::filesystem::path& folder_or_file);

/// Why the run whose trace.h5 this is ended, as the manifest beside it tells; empty if it does not.
std::string reason_beside(const std::filesystem::path& trace);

/// What the method counted in the run whose trace.h5 this is, as `stepping` of the manifest beside
/// it; null if it does not say.
nlohmann::ordered_json stepping_beside(const std::filesystem::path& trace);

}  // namespace rigor
