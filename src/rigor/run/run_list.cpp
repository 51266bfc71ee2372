// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include <rigor/run/run_list.hpp>
#include <rigor/run/run_lock.hpp>

namespace rigor {
namespace {

namespace fs = std::filesystem;

/// Every file that a run, `rigor view` and an interruption may leave, besides the lock.
std::vector<fs::path> files_of(const RunFolder& folder) {
  return {folder.manifest(),       folder.report(),           folder.trace(),
          folder.journal(),        folder.events(),           folder.log(),
          folder.resolved_scene(), folder.root / "view.html", folder.root / "trace.part.again"};
}

bool is_run(const RunFolder& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder.trace(), ignored) ||
         fs::is_regular_file(folder.journal(), ignored) ||
         fs::is_regular_file(folder.manifest(), ignored);
}

FoundRun described(const RunFolder& folder) {
  FoundRun run{.folder = folder};
  std::error_code ignored;
  for (const fs::path& file : files_of(folder)) {
    if (!fs::is_regular_file(file, ignored)) continue;
    run.bytes += fs::file_size(file, ignored);
    if (file.filename() == "view.html") continue;  // looking at a run does not make it newer
    run.written = std::max(run.written, fs::last_write_time(file, ignored));
  }
  const auto manifest = read_manifest(folder);
  const auto summary = manifest.find("summary");
  run.finished = summary != manifest.end() && summary->is_object();
  if (!run.finished) return run;
  run.scene = summary->value("scene", "");
  run.stopped = summary->value("stopped", "");
  run.verified = summary->value("verified", false);
  if (summary->contains("time_end")) run.time_end = summary->value("time_end", 0.0);
  return run;
}

}  // namespace

std::vector<FoundRun> runs_under(const fs::path& place) {
  std::vector<FoundRun> runs;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(place, ignored)) {
    const RunFolder folder{entry.path()};
    if (entry.is_directory(ignored) && is_run(folder)) runs.push_back(described(folder));
  }
  std::sort(runs.begin(), runs.end(), [](const FoundRun& a, const FoundRun& b) {
    return a.written != b.written ? a.written > b.written : a.folder.root < b.folder.root;
  });
  return runs;
}

void remove_run(const RunFolder& folder) {
  if (!is_run(folder)) throw std::runtime_error(folder.root.string() + " holds no run");
  {
    const RunLock lock(folder.root);
    for (const fs::path& file : files_of(folder)) fs::remove(file);
  }
  std::error_code not_empty;  // other files are the user's own
  fs::remove(folder.root, not_empty);
}

}  // namespace rigor
