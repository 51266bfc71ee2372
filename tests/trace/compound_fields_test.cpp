// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/trace/bytes.hpp>
#include <rigor/trace/compound_fields.hpp>

namespace rigor::trace {

/// A record with both kinds of fields.
struct Marked {
  std::array<double, 3> at{};
  std::optional<std::uint32_t> mark{};
};

template <class Visitor, Is<Marked> T>
void fields(Visitor& visit, T& x) {
  coordinates(visit, "at", x.at);
  optional_field(visit, "mark", x.mark);
}

namespace {

TEST(CompoundFields, AreReadAsTheyWereWritten) {
  for (const std::optional<std::uint32_t> mark : {std::optional<std::uint32_t>{}, {7U}}) {
    const Marked written{{1.0, -2.5, 1e-300}, mark};
    Bytes bytes;
    ByteWriter(bytes).write(written);
    EXPECT_EQ(bytes.size(), 3 * sizeof(double) + 4 + (mark ? 4 : 0));
    Marked read;
    ByteReader reader(bytes);
    reader.read(read);
    EXPECT_TRUE(reader.at_end());
    EXPECT_EQ(read.at, written.at);
    EXPECT_EQ(read.mark, written.mark);
  }
}

TEST(CompoundFields, ThatAreCutShortAreRefused) {
  Bytes bytes;
  ByteWriter(bytes).write(Marked{{1.0, 2.0, 3.0}, 7U});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Marked read;
    ByteReader reader{std::span<const std::uint8_t>(bytes).first(size)};
    EXPECT_THROW(reader.read(read), TraceError) << size;
  }
}

TEST(CompoundFields, OfMoreThanOneAreRefused) {
  Bytes bytes;
  ByteWriter writer(bytes);
  writer.write(std::array<double, 3>{1.0, 2.0, 3.0});
  writer.write(std::vector<std::uint32_t>{7U, 8U});
  Marked read;
  ByteReader reader(bytes);
  EXPECT_THROW(reader.read(read), TraceError);
}

}  // namespace
}  // namespace rigor::trace
