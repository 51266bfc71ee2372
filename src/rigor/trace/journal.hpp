// SPDX-License-Identifier: Apache-2.0
// The journal trace.part: what a running simulation has committed so far. Each record is whole or
// absent, so a killed run can be read, checked and resumed up to its last record.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>

#include <rigor/trace/bytes.hpp>

namespace rigor::trace {

/// The first bytes of a journal; the 32-bit format version follows.
inline constexpr char kJournalMagic[9] = "RIGORPRT";

/// The kinds of records, as stored.
enum class RecordKind : std::uint32_t {
  Header = 1,
  Body = 2,
  HalfSpace = 3,
  Joint = 4,
  Exclusion = 5,
  Segment = 6,
  Certificate = 7,
  Event = 8,
  Checkpoint = 9,
  Footer = 10,
  Load = 11,
  ContactForce = 12,
  JointForce = 13,
};

/// Appends to a journal. Every record is handed to the operating system before the call returns.
/// Throws TraceError(Unreadable) if the file can not be written.
class JournalWriter {
 public:
  /// Creates the file (an old one is replaced) and writes header, bodies, half-spaces, joints,
  /// exclusions and loads of `opening`; its segments, certificates, forces, events and footer are
  /// not looked at.
  JournalWriter(const std::filesystem::path& path, const Trace& opening);

  /// Opens an existing journal to go on behind its first `whole_bytes` bytes; the rest is cut off.
  JournalWriter(const std::filesystem::path& path, std::uint64_t whole_bytes);

  void append(const Segment& segment);
  void append(const Certificate& certificate);
  void append(const ContactForce& force);
  void append(const JointForce& force);
  void append(const Event& event);

  /// Bytes that only the simulator understands: what it needs to go on from here.
  void append_checkpoint(std::span<const std::uint8_t> bytes);

  /// The last record of a run that ended by itself.
  void finish(const Footer& footer);

  /// How long the file is.
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(RecordKind kind, std::span<const std::uint8_t> payload);
  template <class Record>
  void write_record(RecordKind kind, const Record& record);

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t bytes_ = 0;
};

/// What a journal holds.
struct Journal {
  Trace trace;                         ///< sorted; `complete` if the run ended by itself
  Bytes checkpoint;                    ///< the last one; empty if none
  std::uint64_t whole_bytes = 0;       ///< where to go on
  std::uint64_t checkpoint_bytes = 0;  ///< end of the last checkpoint's record; 0 if none
  std::uint64_t segments_before = 0;   ///< in front of it
  std::uint64_t events_before = 0;
  bool torn = false;  ///< bytes behind the last whole record were ignored
};

/// Reads a journal up to its last whole record. Without a footer, `trace.footer.end` is the last
/// instant that every body has reached and `stopped` is "interrupted". Throws TraceError if the
/// header is not whole or of another version, or if a record with a right checksum is malformed.
Journal read_journal(const std::filesystem::path& path);

/// Writes a whole trace as a journal (what a run that made it would have left).
void write_journal(const std::filesystem::path& path, const Trace& trace);

/// Brings segments, certificates and events to the order that Trace promises.
void sort_records(Trace& trace);

/// The bytes of a whole file. Throws TraceError(Unreadable).
Bytes read_bytes(const std::filesystem::path& path);

/// Makes the file hold these bytes. Throws TraceError(Unreadable) unless every one has been taken.
void write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

}  // namespace rigor::trace
