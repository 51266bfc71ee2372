// SPDX-License-Identifier: Apache-2.0
// Any bytes as a trace file or a journal: refused, or read to a trace that is written and read
// again as the same. A first byte of 'h' means that checksums are put right, so that mutations
// reach what lies behind them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include <unistd.h>

#include <rigor/trace/bytes.hpp>
#include <rigor/trace/journal.hpp>
#include <rigor/trace/trace_file.hpp>

namespace {

/// The checksum of every record of a journal made right, as far as lengths allow.
void mend(rigor::trace::Bytes& bytes) {
  std::size_t at = 12;
  while (at + 12 <= bytes.size()) {
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + at + 4, sizeof length);
    if (length > bytes.size() - at - 12) return;
    const std::uint32_t sum =
        rigor::trace::crc32c(std::span<const std::uint8_t>(bytes).subspan(at, 8 + length));
    std::memcpy(bytes.data() + at + 8 + length, &sum, sizeof sum);
    at += 12 + length;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string kFile = "/tmp/rigor_fuzz_trace_" + std::to_string(getpid());
  if (size == 0) return 0;
  rigor::trace::Bytes bytes(data + 1, data + size);
  if (data[0] == 'h' && bytes.size() > 8 &&
      std::memcmp(bytes.data(), rigor::trace::kJournalMagic, 8) == 0)
    mend(bytes);
  std::ofstream(kFile, std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  try {
    const rigor::trace::Trace trace = rigor::trace::read_trace(kFile);
    rigor::trace::events_jsonl(trace);
    rigor::trace::write_journal(kFile, trace);
    const rigor::trace::Trace again = rigor::trace::read_trace(kFile);
    // Not a number is unequal to itself: compare what both write.
    rigor::trace::write_journal(kFile + "b", again);
    if (rigor::trace::read_bytes(kFile) != rigor::trace::read_bytes(kFile + "b")) std::abort();
  } catch (const rigor::trace::TraceError& error) {
    if (std::strlen(error.what()) == 0) std::abort();
  }
  return 0;
}
