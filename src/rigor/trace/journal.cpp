// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <compare>
#include <fstream>
#include <optional>
#include <tuple>

#include <rigor/trace/journal.hpp>

namespace rigor::trace {
namespace {

[[noreturn]] void refuse_io(const std::filesystem::path& path, const char* what) {
  throw TraceError(Fault::Unreadable, path.string() + ": " + what + ": " + std::strerror(errno));
}

/// kind, length and checksum of a record.
constexpr std::size_t kFrameBytes = 3 * sizeof(std::uint32_t);

std::uint32_t word(std::span<const std::uint8_t> bytes, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

struct Record {
  RecordKind kind{};
  std::span<const std::uint8_t> payload;
  std::uint64_t end = 0;
};

/// The record that starts at byte `at`, if it is whole.
std::optional<Record> record_at(std::span<const std::uint8_t> bytes, std::uint64_t at) {
  if (bytes.size() - at < kFrameBytes) return std::nullopt;
  const std::uint32_t length = word(bytes, at + 4);
  if (bytes.size() - at - kFrameBytes < length) return std::nullopt;
  const auto covered = bytes.subspan(at, 8 + length);
  if (crc32c(covered) != word(bytes, at + 8 + length)) return std::nullopt;
  return Record{static_cast<RecordKind>(word(bytes, at)), covered.subspan(8),
                at + kFrameBytes + length};
}

template <class T>
T decoded(std::span<const std::uint8_t> payload) {
  ByteReader reader(payload);
  T x{};
  reader.read(x);
  if (!reader.at_end()) throw TraceError(Fault::Malformed, "a record is longer than its fields");
  return x;
}

/// Stores one record in the journal.
void store(Journal& journal, const Record& record) {
  Trace& trace = journal.trace;
  switch (record.kind) {
    case RecordKind::Header:
      throw TraceError(Fault::Malformed, "a second header");
    case RecordKind::Body:
      trace.bodies.push_back(decoded<Body>(record.payload));
      return;
    case RecordKind::HalfSpace:
      trace.half_spaces.push_back(decoded<HalfSpace>(record.payload));
      return;
    case RecordKind::Joint:
      trace.joints.push_back(decoded<Joint>(record.payload));
      return;
    case RecordKind::Exclusion:
      trace.exclusions.push_back(decoded<Exclusion>(record.payload));
      return;
    case RecordKind::Load:
      trace.loads.push_back(decoded<Load>(record.payload));
      return;
    case RecordKind::Segment:
      trace.segments.push_back(decoded<Segment>(record.payload));
      return;
    case RecordKind::Certificate:
      trace.certificates.push_back(decoded<Certificate>(record.payload));
      return;
    case RecordKind::ContactForce:
      trace.forces.push_back(decoded<ContactForce>(record.payload));
      return;
    case RecordKind::JointForce:
      trace.joint_forces.push_back(decoded<JointForce>(record.payload));
      return;
    case RecordKind::Event:
      trace.events.push_back(decoded<Event>(record.payload));
      return;
    case RecordKind::Checkpoint:
      journal.checkpoint.assign(record.payload.begin(), record.payload.end());
      journal.checkpoint_bytes = record.end;
      journal.segments_before = trace.segments.size();
      journal.events_before = trace.events.size();
      return;
    case RecordKind::Footer:
      trace.footer = decoded<Footer>(record.payload);
      trace.complete = true;
      return;
  }
  throw TraceError(Fault::Malformed, "a record of unknown kind " +
                                         std::to_string(static_cast<std::uint32_t>(record.kind)));
}

/// A total order of instants, even of hostile ones that are not numbers.
std::strong_ordering order(const Time& x, const Time& y) {
  const auto bases = std::strong_order(x.base, y.base);
  return bases != std::strong_ordering::equal ? bases : std::strong_order(x.offset, y.offset);
}

/// The last instant that every body has reached.
Time common_end(const Trace& trace) {
  std::vector<Time> ends(trace.bodies.size(), trace.header.start);
  for (const Segment& segment : trace.segments) {
    if (segment.body < ends.size()) ends[segment.body] = std::max(ends[segment.body], segment.end);
  }
  return ends.empty() ? trace.header.start : *std::min_element(ends.begin(), ends.end());
}

/// Checks magic and version; returns where the records start.
std::uint64_t records_start(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t size = 8 + sizeof(std::uint32_t);
  if (bytes.size() < 8 || std::memcmp(bytes.data(), kJournalMagic, 8) != 0) {
    throw TraceError(Fault::NotATrace, "not a journal of a run");
  }
  if (bytes.size() < size) throw TraceError(Fault::Truncated, "ends before its version");
  if (word(bytes, 8) != kFormatVersion) throw wrong_version(word(bytes, 8));
  return size;
}

Journal parsed(std::span<const std::uint8_t> bytes) {
  Journal journal;
  const auto header = record_at(bytes, records_start(bytes));
  if (!header || header->kind != RecordKind::Header) {
    throw TraceError(Fault::Truncated, "the header is incomplete");
  }
  journal.trace.header = decoded<Header>(header->payload);
  journal.whole_bytes = header->end;
  while (const auto record = record_at(bytes, journal.whole_bytes)) {
    if (journal.trace.complete) throw TraceError(Fault::Malformed, "a record after the footer");
    store(journal, *record);
    journal.whole_bytes = record->end;
  }
  journal.torn = journal.whole_bytes != bytes.size();
  sort_records(journal.trace);
  if (!journal.trace.complete) {
    journal.trace.footer.end = common_end(journal.trace);
    journal.trace.footer.stopped = "interrupted";
  }
  return journal;
}

}  // namespace

template <class R>
void JournalWriter::write_record(RecordKind kind, const R& record) {
  Bytes payload;
  ByteWriter(payload).write(record);
  write(kind, payload);
}

JournalWriter::JournalWriter(const std::filesystem::path& path, const Trace& opening)
    : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (!file_) refuse_io(path, "cannot create the journal");
  Bytes start(kJournalMagic, kJournalMagic + 8);
  ByteWriter(start).write(kFormatVersion);
  if (std::fwrite(start.data(), 1, start.size(), file_.get()) != start.size()) {
    refuse_io(path, "cannot write");
  }
  bytes_ = start.size();
  write_record(RecordKind::Header, opening.header);
  for (const Body& body : opening.bodies) write_record(RecordKind::Body, body);
  for (const HalfSpace& half : opening.half_spaces) write_record(RecordKind::HalfSpace, half);
  for (const Joint& joint : opening.joints) write_record(RecordKind::Joint, joint);
  for (const Exclusion& pair : opening.exclusions) write_record(RecordKind::Exclusion, pair);
  for (const Load& load : opening.loads) write_record(RecordKind::Load, load);
}

JournalWriter::JournalWriter(const std::filesystem::path& path, std::uint64_t whole_bytes)
    : path_(path), bytes_(whole_bytes) {
  std::error_code error;
  std::filesystem::resize_file(path, whole_bytes, error);
  if (!error) file_.reset(std::fopen(path.c_str(), "ab"));
  if (!file_) refuse_io(path, "cannot continue the journal");
}

void JournalWriter::append(const Segment& segment) { write_record(RecordKind::Segment, segment); }

void JournalWriter::append(const Certificate& certificate) {
  write_record(RecordKind::Certificate, certificate);
}

void JournalWriter::append(const ContactForce& force) {
  write_record(RecordKind::ContactForce, force);
}

void JournalWriter::append(const JointForce& force) { write_record(RecordKind::JointForce, force); }

void JournalWriter::append(const Event& event) { write_record(RecordKind::Event, event); }

void JournalWriter::append_checkpoint(std::span<const std::uint8_t> bytes) {
  write(RecordKind::Checkpoint, bytes);
}

void JournalWriter::finish(const Footer& footer) { write_record(RecordKind::Footer, footer); }

void JournalWriter::write(RecordKind kind, std::span<const std::uint8_t> payload) {
  if (payload.size() > 0xffffffffU) throw TraceError(Fault::Malformed, "a record is over 4 GiB");
  Bytes bytes;
  bytes.reserve(payload.size() + kFrameBytes);
  ByteWriter writer(bytes);
  writer.write(kind);
  writer.write(static_cast<std::uint32_t>(payload.size()));
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  writer.write(crc32c(bytes));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size();
  if (!written || std::fflush(file_.get()) != 0) refuse_io(path_, "cannot write");
  bytes_ += bytes.size();
}

Journal read_journal(const std::filesystem::path& path) {
  const Bytes bytes = read_bytes(path);
  try {
    return parsed(bytes);
  } catch (const TraceError& error) {
    throw TraceError(error.fault(), path.string() + ": " + error.what());
  }
}

void write_journal(const std::filesystem::path& path, const Trace& trace) {
  JournalWriter journal(path, trace);
  for (const Segment& segment : trace.segments) journal.append(segment);
  for (const Certificate& certificate : trace.certificates) journal.append(certificate);
  for (const ContactForce& force : trace.forces) journal.append(force);
  for (const JointForce& force : trace.joint_forces) journal.append(force);
  for (const Event& event : trace.events) journal.append(event);
  if (trace.complete) journal.finish(trace.footer);
}

void sort_records(Trace& trace) {
  std::stable_sort(trace.segments.begin(), trace.segments.end(),
                   [](const Segment& x, const Segment& y) {
                     const auto times = order(x.start, y.start);
                     return times != 0 ? times < 0 : x.body < y.body;
                   });
  const auto by_begin = [](const auto& x, const auto& y) {
    const auto times = order(x.begin, y.begin);
    return times != 0 ? times < 0 : std::tie(x.a, x.b) < std::tie(y.a, y.b);
  };
  std::stable_sort(trace.certificates.begin(), trace.certificates.end(), by_begin);
  std::stable_sort(trace.forces.begin(), trace.forces.end(), by_begin);
  std::stable_sort(trace.joint_forces.begin(), trace.joint_forces.end(),
                   [](const JointForce& x, const JointForce& y) {
                     const auto times = order(x.begin, y.begin);
                     return times != 0 ? times < 0 : x.joint < y.joint;
                   });
  std::stable_sort(trace.events.begin(), trace.events.end(), [](const Event& x, const Event& y) {
    const auto times = order(x.lo, y.lo);
    return times != 0 ? times < 0 : x.index < y.index;
  });
}

void write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) refuse_io(path, "cannot write");
  const bool written =
      bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int error = errno;
  const bool closed = std::fclose(file) == 0;
  if (written && closed) return;
  if (!written) errno = error;
  refuse_io(path, "cannot write");
}

Bytes read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file || !std::filesystem::is_regular_file(path)) refuse_io(path, "cannot open");
  Bytes bytes(static_cast<std::size_t>(file.tellg()));
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()))) {
    refuse_io(path, "cannot read");
  }
  return bytes;
}

}  // namespace rigor::trace
