// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include <rigor/run/simulate.hpp>
#include <rigor/trace/journal.hpp>

namespace rigor {

/// The journal of a run: a new one, or one that goes on behind what an interrupted run left.
///
/// If that has a checkpoint, the run goes on there: what is behind it is cut off with the first
/// record that is new. Otherwise the run is computed again from its start. As long as the old
/// journal lasts, what is computed must be its bytes, one by one; the new journal, which grows
/// beside it, then takes its place, and the old one is not touched before it has been reached.
/// Both ways the result is that of a run that was never interrupted.
class RunJournal {
 public:
  /// Throws std::runtime_error if an old journal belongs to another scene or version.
  RunJournal(const std::filesystem::path& file, const trace::Trace& opening, bool resume);

  /// Appends a step. Throws std::runtime_error if it is not what the old journal says.
  void append(const StepReport& step);
  /// Whether the journal has grown enough for another checkpoint: so much that they take a ninth of
  /// it at most. It depends on the bytes alone, so equal runs have equal journals.
  bool checkpoint_due() const;
  void append_checkpoint(const trace::Bytes& checkpoint);
  void finish(const trace::Footer& footer);
  /// For a run that was interrupted: keeps the longer of the two journals.
  void abandon();

  /// Where to go on, empty if at the start, and what is on record in front of that.
  const trace::Bytes& checkpoint() const { return checkpoint_; }
  std::uint64_t segments_before() const { return segments_before_; }
  std::uint64_t events_before() const { return events_before_; }

  /// How much of an old journal there is to go through, in bytes; 0 if none.
  std::uint64_t old_bytes() const { return old_.size(); }
  /// Whether the run is past the old journal, or there was none.
  bool is_ahead() const { return compared_ >= old_.size(); }

 private:
  /// The writer; behind a checkpoint, it is opened when it is first needed.
  trace::JournalWriter& writer();
  void compare();

  std::filesystem::path file_;
  std::filesystem::path growing_;  ///< where the new journal stands: beside the old one at first
  trace::Bytes old_;               ///< whole records of the old journal
  std::uint64_t compared_ = 0;
  trace::Bytes checkpoint_;
  std::uint64_t checkpoint_end_ = 0;   ///< of the last one, in the file
  std::uint64_t checkpoint_size_ = 0;  ///< of the last one
  std::uint64_t segments_before_ = 0;
  std::uint64_t events_before_ = 0;
  std::optional<trace::JournalWriter> writer_;
};

}  // namespace rigor
