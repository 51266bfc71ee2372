// SPDX-License-Identifier: Apache-2.0
// Many runs of one scene: which tasks there are, and the table of what became of them. Who runs the
// tasks is somebody else's affair.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace rigor {

/// What varies: every combination of the grid's values, the last key fastest, and for each of them
/// `count` draws from the ranges.
struct SweepPlan {
  struct Values {
    std::string key;
    std::vector<std::string> texts;
  };
  struct Range {
    std::string key;
    double low = 0.0;
    double high = 0.0;
  };
  std::vector<Values> grid{};
  std::vector<Range> ranges{};
  std::uint64_t count = 1;
  std::uint64_t seed = 0;
};

/// "key=a,b,c": commas inside brackets and braces belong to a value. Throws std::invalid_argument.
SweepPlan::Values values_of(const std::string& text);
/// "key=low:high". Throws std::invalid_argument.
SweepPlan::Range range_of(const std::string& text);

std::vector<std::string> keys(const SweepPlan& plan);
std::uint64_t task_count(const SweepPlan& plan);
/// The values of task number `task`, one for each key, as texts that a scene may hold. Draws depend
/// on the sweep's seed and the task's number alone (Philox).
std::vector<std::string> task_values(const SweepPlan& plan, std::uint64_t task);

/// What is kept of a run, besides its task and values.
inline constexpr const char* kSweepResults[] = {"exit_code", "stopped", "time_end",     "segments",
                                                "events",    "min_gap", "energy_final", "verified"};

/// The results of a run, from what `rigor run --json` prints of it; empty where it says nothing.
std::vector<std::string> sweep_results(const nlohmann::ordered_json& summary);

/// rows.csv of a sweep: a row stands there as soon as its task is done.
class SweepTable {
 public:
  /// Reads what is there, also what shards left. Throws std::runtime_error if it belongs to a sweep
  /// with other keys. `shard`: empty, or the name of the shard's own file, e.g. "2-of-5".
  SweepTable(std::filesystem::path folder, const std::vector<std::string>& keys,
             const std::string& shard);

  bool has(std::uint64_t task) const { return rows_.contains(task); }
  std::uint64_t size() const { return rows_.size(); }
  /// Appends a row; it is on the disk when this returns.
  void add(std::uint64_t task, const std::vector<std::string>& values,
           const std::vector<std::string>& results);
  /// Once every task is there: one file, sorted by task, so that it is the same whoever ran them.
  void finish();

  const std::vector<std::string>& columns() const { return columns_; }
  const std::map<std::uint64_t, std::vector<std::string>>& rows() const { return rows_; }
  std::filesystem::path file() const { return folder_ / "rows.csv"; }

 private:
  void read(const std::filesystem::path& file);

  std::filesystem::path folder_;
  std::filesystem::path own_;  ///< where this one appends
  std::vector<std::string> columns_;
  std::map<std::uint64_t, std::vector<std::string>> rows_;
};

/// A page with how the runs ended and their end times over everything that varies.
std::string sweep_page(const SweepTable& table, const std::string& scene);

}  // namespace rigor
