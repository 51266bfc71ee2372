// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <rigor/trace/hdf5.hpp>
#include <rigor/trace/journal.hpp>
#include <rigor/trace/trace_file.hpp>

#include "random_trace.hpp"
#include "temporary_folder.hpp"
#include "trace/broken_file.hpp"

/// The HDF5 library leaks a few kilobytes of its own when it refuses a damaged file; the leak
/// checker of the sanitizers asks here what to overlook.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5\n"; }

namespace rigor::trace {
namespace {

/// Makes length and checksum of the front right again.
void seal(Bytes& bytes) {
  const auto rest = std::span<const std::uint8_t>(bytes).subspan(kUserBlockBytes);
  const std::uint32_t checksum = crc32c(rest);
  const std::uint64_t length = rest.size();
  std::memcpy(bytes.data() + 12, &checksum, sizeof(checksum));
  std::memcpy(bytes.data() + 16, &length, sizeof(length));
}

TEST(TraceFile, GivesBackEveryBitOfEveryField) {
  const TemporaryFolder folder;
  Random random(1);
  for (const int size : {0, 1, 2, 30}) {
    const Trace trace = random_trace(random, size);
    write_trace(folder / "trace.h5", trace);
    EXPECT_EQ(read_trace(folder / "trace.h5"), trace) << size;
  }
}

TEST(TraceFile, ReadsTheJournalTheSameWay) {
  const TemporaryFolder folder;
  Random random(2);
  Trace trace = random_trace(random, 5);
  sort_records(trace);
  write_journal(folder / "trace.part", trace);
  EXPECT_EQ(read_trace(folder / "trace.part"), trace);
}

TEST(TraceFile, TheSameTraceGivesTheSameBytesAtAnotherTimeAndPlace) {
  const TemporaryFolder folder;
  Random random(3);
  const Trace trace = random_trace(random, 30);
  write_trace(folder / "one", trace);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // HDF5 would store whole seconds
  write_trace(folder / "two", trace);
  EXPECT_EQ(read_bytes(folder / "one"), read_bytes(folder / "two"));
  EXPECT_FALSE(std::filesystem::exists(folder / "one.unfinished"));
}

TEST(TraceFile, CutAndDamagedFilesAreRefusedByName) {
  const TemporaryFolder folder;
  Random random(4);
  write_trace(folder / "whole", random_trace(random, 3));
  const Bytes bytes = read_bytes(folder / "whole");
  for (int i = 0; i < 100; ++i) {
    const auto at = random.index(static_cast<int>(bytes.size()));
    write_bytes(folder / "bad", Bytes(bytes.begin(), bytes.begin() + at));
    const Fault fault = fault_of(read_trace, folder / "bad");
    EXPECT_TRUE(fault == Fault::Truncated || (at < 8 && fault == Fault::NotATrace)) << at;
    Bytes damaged = bytes;
    damaged[at] ^= 0x10U;
    write_bytes(folder / "bad", damaged);
    if (at >= static_cast<int>(kUserBlockBytes)) {
      EXPECT_EQ(fault_of(read_trace, folder / "bad"), Fault::Damaged) << at;
    }
  }
  Bytes version = bytes;
  for (const std::uint8_t other : {std::uint8_t{1}, std::uint8_t{9}}) {
    version[8] = other;
    write_bytes(folder / "bad", version);
    EXPECT_EQ(fault_of(read_trace, folder / "bad"), Fault::WrongVersion);
  }
  write_bytes(folder / "bad", {});
  EXPECT_EQ(fault_of(read_trace, folder / "bad"), Fault::NotATrace);
  EXPECT_EQ(fault_of(read_trace, folder / "missing"), Fault::Unreadable);
}

// Damage with a right checksum reaches the HDF5 library and our own checks behind it: whatever
// comes out, it is a trace or a typed error.
TEST(TraceFile, DamageUnderARightChecksumNeverCrashes) {
  const TemporaryFolder folder;
  Random random(5);
  write_trace(folder / "whole", random_trace(random, 3));
  const Bytes bytes = read_bytes(folder / "whole");
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    Bytes damaged = bytes;
    for (int k = random.index(4); k >= 0; --k) {
      const int at = 512 + random.index(static_cast<int>(bytes.size()) - 512);
      damaged[at] = static_cast<std::uint8_t>(random.bits());
    }
    seal(damaged);
    write_bytes(folder / "bad", damaged);
    try {
      read_trace(folder / "bad");
    } catch (const TraceError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 30);  // most of the bytes are unused space
}

TEST(TraceFile, AShortRunTakesLittleRoom) {
  const TemporaryFolder folder;
  Trace trace;
  trace.header.scene_text = std::string(2000, 'x');
  trace.bodies.resize(3);
  trace.segments.resize(20);
  trace.certificates.resize(20);
  trace.forces.resize(5);
  trace.events.resize(5);
  write_trace(folder / "small.h5", trace);
  EXPECT_LT(std::filesystem::file_size(folder / "small.h5"), 52'000U);  // the goal is 60 kB
}

TEST(TraceFile, AFullDiskIsAnErrorAndNoMore) {
  EXPECT_THROW(write_bytes("/dev/full", Bytes(100'000)), TraceError);
  EXPECT_THROW(write_bytes("/dev/full", Bytes(1)), TraceError);
}

TEST(TraceFile, ColumnsOfWrongTypeShapeOrLengthAreRefused) {
  const TemporaryFolder folder;
  const std::vector<std::vector<Column>> wrong = {
      {{"name.ends", Scalar::Uint32, 1, Bytes(4)}},
      {{"name.ends", Scalar::Uint64, 2, Bytes(16)}},
      {{"name.ends", Scalar::Uint64, 1, Bytes(16)}, {"name", Scalar::Uint8, 1, {}}},
      {{"name.ends", Scalar::Uint64, 1, {255, 255, 255, 255, 255, 255, 255, 127}},
       {"name", Scalar::Uint8, 1, Bytes(3)}},
      {}};
  for (const auto& columns : wrong) {
    {
      Hdf5Writer file;
      file.write_table("t", columns, 1);
      write_bytes(folder / "bad", file.image());
    }
    const Hdf5Reader file(folder / "bad");
    ColumnReader reader([&](const std::string& name, Scalar scalar, std::uint32_t width) {
      return file.column("t", name, scalar, width);
    });
    try {
      reader.records<HalfSpace>(file.attribute("t", "rows"));
      ADD_FAILURE() << columns.size();
    } catch (const TraceError& error) {
      EXPECT_EQ(error.fault(), Fault::Malformed);
    }
  }
}

TEST(TraceFile, EventsAreOneJsonObjectALine) {
  Random random(6);
  Trace trace = random_trace(random, 9);
  trace.events[0].note = "two\nlines and \xff";
  const std::string text = events_jsonl(trace);
  std::istringstream lines(text);
  std::string line;
  std::size_t count = 0;
  while (std::getline(lines, line)) {
    const auto json = nlohmann::json::parse(line);
    const Event& event = trace.events[count++];
    EXPECT_EQ(json["kind"], name(event.kind));
    EXPECT_EQ(json["lo"][0].get<double>(), event.lo.base);
    EXPECT_EQ(json["contacts"].size(), event.contacts.size());
    EXPECT_EQ(json["energy_after"].get<double>(), event.energy_after);
  }
  EXPECT_EQ(count, trace.events.size());
}

TEST(TraceFile, EventsNameBodiesHalfSpacesAndPieces) {
  Trace trace;
  trace.half_spaces.push_back({.name = "ground"});
  trace.bodies.resize(2);
  trace.bodies[0].name = "die";
  trace.bodies[0].pieces.resize(1);
  trace.bodies[1].name = "tee";
  trace.bodies[1].pieces.resize(2);
  trace.bodies[1].pieces[1].name = "bar";
  trace.events.resize(2);
  trace.events[0].a = {kWorld, 0};
  trace.events[0].b = {1, 1};
  trace.events[1].a = {0, 0};
  trace.events[1].b = {7, 3};  // damaged
  std::istringstream lines(events_jsonl(trace));
  std::string line;
  std::getline(lines, line);
  auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json["a"], (nlohmann::json{{"half_space", "ground"}}));
  EXPECT_EQ(json["b"], (nlohmann::json{{"body", "tee"}, {"piece", "bar"}}));
  std::getline(lines, line);
  json = nlohmann::json::parse(line);
  EXPECT_EQ(json["a"], (nlohmann::json{{"body", "die"}}));
  EXPECT_EQ(json["b"], (nlohmann::json{{"body", 7}, {"piece", 3}}));
}

}  // namespace
}  // namespace rigor::trace
