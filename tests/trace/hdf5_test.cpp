// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/trace/hdf5.hpp>
#include <rigor/trace/journal.hpp>

#include "temporary_folder.hpp"

namespace rigor::trace {
namespace {

TEST(Hdf5, GivesBackColumnsOfEveryKindAndSize) {
  const TemporaryFolder folder;
  std::vector<Column> columns;
  std::uint8_t next = 0;
  for (const std::size_t rows : {0UL, 1UL, 3UL, 70000UL}) {
    for (const auto& [scalar, size] : {std::pair{Scalar::Float64, 8UL},
                                       {Scalar::Uint8, 1UL},
                                       {Scalar::Int8, 1UL},
                                       {Scalar::Uint32, 4UL},
                                       {Scalar::Uint64, 8UL}}) {
      for (const std::uint32_t width : {1U, 3U}) {
        Column column{"c" + std::to_string(columns.size()), scalar, width,
                      Bytes(rows * size * width)};
        for (std::uint8_t& byte : column.bytes) byte = static_cast<std::uint8_t>(next++ % 100);
        columns.push_back(column);
      }
    }
  }
  {
    Hdf5Writer file;
    file.write_table("t", columns, 7);
    file.write_attribute("complete", 1);
    write_bytes(folder / "file", file.image());
  }
  const Hdf5Reader file(folder / "file");
  EXPECT_EQ(file.attribute("t", "rows"), 7U);
  EXPECT_EQ(file.attribute("/", "complete"), 1U);
  for (const Column& column : columns) {
    EXPECT_EQ(file.column("t", column.name, column.scalar, column.width).bytes, column.bytes);
  }
}

TEST(Hdf5, RefusesWhatIsNotThereOrOfAnotherKind) {
  const TemporaryFolder folder;
  {
    Hdf5Writer file;
    file.write_table("t", {{"c", Scalar::Uint32, 1, Bytes(8)}}, 2);
    write_bytes(folder / "file", file.image());
  }
  const Hdf5Reader file(folder / "file");
  EXPECT_THROW(file.column("t", "c", Scalar::Float64, 1), TraceError);
  EXPECT_THROW(file.column("t", "c", Scalar::Uint32, 2), TraceError);
  EXPECT_THROW(file.column("t", "d", Scalar::Uint32, 1), TraceError);
  EXPECT_THROW(file.column("s", "c", Scalar::Uint32, 1), TraceError);
  EXPECT_THROW(file.attribute("t", "columns"), TraceError);
  EXPECT_THROW(Hdf5Reader(folder / "missing"), TraceError);
  EXPECT_THROW(write_bytes(folder / "no/such/folder", Bytes(3)), TraceError);
}

}  // namespace
}  // namespace rigor::trace
