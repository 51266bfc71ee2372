// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <rigor/trace/journal.hpp>

#include "random_trace.hpp"
#include "temporary_folder.hpp"
#include "trace/broken_file.hpp"

namespace rigor::trace {
namespace {

TEST(Journal, GivesBackTheTraceInOrder) {
  const TemporaryFolder folder;
  Random random(1);
  Trace trace = random_trace(random, 20);
  write_journal(folder / "trace.part", trace);
  const Journal journal = read_journal(folder / "trace.part");
  sort_records(trace);
  EXPECT_EQ(journal.trace, trace);
  EXPECT_FALSE(journal.torn);
}

TEST(Journal, IsReadableUpToTheLastWholeRecordWhereverItIsCut) {
  const TemporaryFolder folder;
  Random random(2);
  const Trace trace = random_trace(random, 3);
  write_journal(folder / "whole", trace);
  const Bytes bytes = read_bytes(folder / "whole");
  std::size_t records = 0;
  for (std::size_t size = 0; size < bytes.size(); size += 5) {
    write_bytes(folder / "cut", Bytes(bytes.begin(), bytes.begin() + static_cast<long>(size)));
    try {
      const Journal journal = read_journal(folder / "cut");
      ASSERT_FALSE(journal.trace.complete);
      ASSERT_LE(journal.whole_bytes, size);
      ASSERT_EQ(journal.torn, journal.whole_bytes != size);
      const std::size_t found = journal.trace.bodies.size() + journal.trace.segments.size() +
                                journal.trace.certificates.size() + journal.trace.events.size();
      ASSERT_GE(found, records);
      records = found;
    } catch (const TraceError& error) {
      ASSERT_EQ(records, 0U) << error.what();
    }
  }
  EXPECT_EQ(records, 12U);
}

TEST(Journal, AFlippedBitEndsTheReadablePartBeforeItsRecord) {
  const TemporaryFolder folder;
  Random random(3);
  const Trace trace = random_trace(random, 3);
  write_journal(folder / "whole", trace);
  const Bytes bytes = read_bytes(folder / "whole");
  for (int i = 0; i < 500; ++i) {
    Bytes damaged = bytes;
    const auto at = static_cast<std::size_t>(random.index(static_cast<int>(bytes.size())));
    damaged[at] =
        static_cast<std::uint8_t>(damaged[at] ^ (1U << static_cast<unsigned>(random.index(8))));
    write_bytes(folder / "damaged", damaged);
    try {
      const Journal journal = read_journal(folder / "damaged");
      ASSERT_TRUE(journal.torn);
      ASSERT_LE(journal.whole_bytes, at);
    } catch (const TraceError& error) {
      ASSERT_NE(error.fault(), Fault::Malformed) << error.what();
    }
  }
}

TEST(Journal, OtherVersionsAndOtherFilesAreRefusedByName) {
  const TemporaryFolder folder;
  Random random(4);
  write_journal(folder / "whole", random_trace(random, 1));
  Bytes bytes = read_bytes(folder / "whole");
  for (const std::uint32_t version : {1U, kFormatVersion - 1, kFormatVersion + 1}) {
    bytes[8] = static_cast<std::uint8_t>(version);
    write_bytes(folder / "version", bytes);
    EXPECT_EQ(fault_of(read_journal, folder / "version"), Fault::WrongVersion);
  }
  bytes[0] = 'X';
  write_bytes(folder / "other", bytes);
  EXPECT_EQ(fault_of(read_journal, folder / "other"), Fault::NotATrace);
  EXPECT_EQ(fault_of(read_journal, folder / "missing"), Fault::Unreadable);
  write_bytes(folder / "empty", {});
  EXPECT_EQ(fault_of(read_journal, folder / "empty"), Fault::NotATrace);
}

TEST(Journal, GoesOnBehindItsLastCheckpoint) {
  const TemporaryFolder folder;
  Random random(5);
  Trace trace = random_trace(random, 2);
  {
    JournalWriter writer(folder / "trace.part", trace);
    writer.append(trace.segments[0]);
    writer.append_checkpoint(Bytes{1, 2, 3});
    writer.append(trace.certificates[0]);
  }
  const Journal journal = read_journal(folder / "trace.part");
  EXPECT_EQ(journal.checkpoint, (Bytes{1, 2, 3}));
  EXPECT_EQ(journal.trace.certificates.size(), 1U);
  EXPECT_EQ(journal.trace.footer.stopped, "interrupted");
  {
    JournalWriter writer(folder / "trace.part", journal.checkpoint_bytes);
    writer.append(trace.segments[1]);
    writer.finish(trace.footer);
  }
  const Journal resumed = read_journal(folder / "trace.part");
  EXPECT_TRUE(resumed.trace.complete);
  EXPECT_EQ(resumed.trace.segments.size(), 2U);
  EXPECT_TRUE(resumed.trace.certificates.empty());
}

TEST(Journal, AnInterruptedRunEndsWhereItsSlowestBodyIs) {
  const TemporaryFolder folder;
  Trace trace;
  trace.bodies.resize(2);
  Segment fast{0, 0, time_from(0.0), time_from(3.0), 3.0, {}, {}};
  Segment slow{1, 0, time_from(0.0), time_from(2.0), 3.0, {}, {}};
  trace.segments = {fast, slow};
  write_journal(folder / "trace.part", trace);
  EXPECT_EQ(read_journal(folder / "trace.part").trace.footer.end, time_from(2.0));
}

}  // namespace
}  // namespace rigor::trace
