// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include <rigor/run/simulate.hpp>
#include <rigor/trace/journal.hpp>

namespace rigor {

/// The journal of a run: a new one, or one that goes on behind what an interrupted run left.
///
/// Going on means computing the run again from its start. As long as the old journal lasts, what is
/// computed must be its bytes, one by one; the new journal, which grows beside it, then takes its
/// place. So the result is that of a run that was never interrupted, and the old journal is not
/// touched before it has been reached.
class RunJournal {
 public:
  /// Throws std::runtime_error if an old journal belongs to another scene or version.
  RunJournal(const std::filesystem::path& file, const trace::Trace& opening, bool resume);

  /// Appends a step. Throws std::runtime_error if it is not what the old journal says.
  void append(const StepReport& step);
  void finish(const trace::Footer& footer);
  /// For a run that was interrupted: keeps the longer of the two journals.
  void abandon();

  /// How much of an old journal there is to go through, in bytes; 0 if none.
  std::uint64_t old_bytes() const { return old_.size(); }
  /// Whether the run is past the old journal, or there was none.
  bool is_ahead() const { return compared_ >= old_.size(); }

 private:
  void compare();

  std::filesystem::path file_;
  std::filesystem::path growing_;  ///< where the new journal stands: beside the old one at first
  trace::Bytes old_;               ///< whole records of the old journal
  std::uint64_t compared_ = 0;
  std::optional<trace::JournalWriter> writer_;
};

}  // namespace rigor
