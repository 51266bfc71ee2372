// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/trace/bytes.hpp>

#include "random_trace.hpp"

namespace rigor::trace {
namespace {

TEST(Bytes, ChecksumMatchesThePublishedCheckValue) {
  const std::string text = "123456789";
  EXPECT_EQ(crc32c(Bytes(text.begin(), text.end())), 0xe3069283U);
}

// By the definition: division of the message by the polynomial, bit by bit.
TEST(Bytes, ChecksumIsTheRemainderForEveryLength) {
  Random random(7);
  for (std::size_t length = 0; length < 100; ++length) {
    Bytes bytes(length);
    std::uint32_t r = ~0U;
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(random.index(256));
      r ^= byte;
      for (int bit = 0; bit < 8; ++bit) r = (r >> 1U) ^ ((r & 1U) != 0 ? 0x82f63b78U : 0U);
    }
    ASSERT_EQ(crc32c(bytes), ~r) << length;
  }
}

TEST(Bytes, ChecksumContinues) {
  const Bytes all = {1, 2, 3, 4, 5};
  const std::span<const std::uint8_t> bytes(all);
  EXPECT_EQ(crc32c(bytes.subspan(2), crc32c(bytes.first(2))), crc32c(bytes));
}

TEST(Bytes, EveryRecordComesBackBitByBit) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Event event = random_event(random, 3);
    const Body body = random_body(random);
    Bytes bytes;
    ByteWriter writer(bytes);
    writer.write(event);
    writer.write(body);
    ByteReader reader(bytes);
    Event event_back;
    Body body_back;
    reader.read(event_back);
    reader.read(body_back);
    ASSERT_TRUE(reader.at_end());
    ASSERT_EQ(event, event_back);
    ASSERT_EQ(body, body_back);
  }
}

TEST(Bytes, EveryShortenedRecordIsRefused) {
  Random random(2);
  const Body body = random_body(random);
  Bytes bytes;
  ByteWriter(bytes).write(body);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ByteReader reader(std::span<const std::uint8_t>(bytes).first(size));
    Body back;
    ASSERT_THROW(reader.read(back), TraceError) << size;
  }
}

TEST(Bytes, AHugeCountIsRefusedBeforeAnythingIsAllocated) {
  Bytes bytes;
  ByteWriter(bytes).write(std::uint32_t{0xffffffffU});
  ByteReader reader(bytes);
  std::vector<double> row;
  EXPECT_THROW(reader.read(row), TraceError);
  EXPECT_EQ(row.capacity(), 0U);
}

TEST(Bytes, ValuesOutsideAnEnumerationAreRefused) {
  const Bytes bytes = {12};
  EventKind kind{};
  ByteReader reader(bytes);
  EXPECT_THROW(reader.read(kind), TraceError);
  bool flag = false;
  ByteReader second(bytes);
  EXPECT_THROW(second.read(flag), TraceError);
}

}  // namespace
}  // namespace rigor::trace
