// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <stdexcept>

#include <rigor/run/run_journal.hpp>
#include <rigor/trace/error.hpp>

namespace rigor {
namespace {

/// Checkpoints are at least so far apart, bytes of the journal, and this many times their own size.
constexpr std::uint64_t kLeastBetween = 4096;
constexpr std::uint64_t kSizesBetween = 8;

/// The journal that an interrupted run left; none if there is no file, or if it ends before its
/// header does.
std::optional<trace::Journal> old_journal(const std::filesystem::path& file,
                                          const trace::Header& header) {
  constexpr std::uintmax_t kFront = 12;  // bytes before the first record
  if (!std::filesystem::exists(file) || std::filesystem::file_size(file) < kFront) return {};
  try {
    trace::Journal journal = trace::read_journal(file);
    const trace::Header& old = journal.trace.header;
    if (old.scene_hash != header.scene_hash || old.program_version != header.program_version) {
      throw std::runtime_error(file.string() +
                               " was left by another scene, other options or another version of "
                               "rigor; run without --resume to start over");
    }
    return journal;
  } catch (const trace::TraceError& error) {
    if (error.fault() == trace::Fault::Truncated) return {};
    throw;
  }
}

}  // namespace

RunJournal::RunJournal(const std::filesystem::path& file, const trace::Trace& opening, bool resume)
    : file_(file), growing_(file) {
  if (auto old = resume ? old_journal(file, opening.header) : std::nullopt) {
    checkpoint_ = std::move(old->checkpoint);
    checkpoint_end_ = old->checkpoint_bytes;
    checkpoint_size_ = checkpoint_.size();
    segments_before_ = old->segments_before;
    events_before_ = old->events_before;
    if (!checkpoint_.empty()) return;
    old_ = trace::read_bytes(file);
    old_.resize(old->whole_bytes);
    growing_ += ".again";
  }
  writer_.emplace(growing_, opening);
  compare();
}

trace::JournalWriter& RunJournal::writer() {
  if (!writer_) writer_.emplace(file_, checkpoint_end_);
  return *writer_;
}

void RunJournal::append(const StepReport& step) {
  for (const trace::Segment& segment : step.segments) writer().append(segment);
  for (const trace::Certificate& certificate : step.certificates) writer().append(certificate);
  for (const trace::ContactForce& force : step.forces) writer().append(force);
  for (const trace::JointForce& force : step.joint_forces) writer().append(force);
  for (const trace::Event& event : step.events) writer().append(event);
  compare();
}

bool RunJournal::checkpoint_due() const {
  if (!writer_) return false;
  return writer_->bytes() - checkpoint_end_ >=
         std::max(kLeastBetween, kSizesBetween * checkpoint_size_);
}

void RunJournal::append_checkpoint(const trace::Bytes& checkpoint) {
  writer().append_checkpoint(checkpoint);
  checkpoint_end_ = writer().bytes();
  checkpoint_size_ = checkpoint.size();
  compare();
}

void RunJournal::finish(const trace::Footer& footer) {
  writer().finish(footer);
  compare();
  if (!is_ahead()) throw std::runtime_error(file_.string() + " continues past the end of the run");
}

void RunJournal::abandon() {
  writer_.reset();
  if (growing_ != file_) std::filesystem::remove(growing_);
}

void RunJournal::compare() {
  if (growing_ == file_) return;
  std::ifstream stream(growing_, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(compared_));
  char block[1 << 16];
  while (compared_ < old_.size() && (stream.read(block, sizeof block) || stream.gcount() > 0)) {
    const auto count = std::min<std::uint64_t>(static_cast<std::uint64_t>(stream.gcount()),
                                               old_.size() - compared_);
    const auto* expected = old_.data() + compared_;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (static_cast<std::uint8_t>(block[i]) == expected[i]) continue;
      throw std::runtime_error(
          file_.string() + ": byte " + std::to_string(compared_ + i) +
          " differs from what the run computes now, so it cannot be resumed (another processor, or "
          "the file was changed); run without --resume to start over");
    }
    compared_ += count;
  }
  if (!is_ahead()) return;
  std::filesystem::rename(growing_, file_);  // the open file keeps its place under the new name
  growing_ = file_;
}

}  // namespace rigor
