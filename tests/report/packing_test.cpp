// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <zlib.h>

#include <rigor/random.hpp>
#include <rigor/report/packing.hpp>

namespace rigor {
namespace {

trace::Bytes bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

/// The examples of RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(base64(bytes_of("")), "");
  EXPECT_EQ(base64(bytes_of("f")), "Zg==");
  EXPECT_EQ(base64(bytes_of("fo")), "Zm8=");
  EXPECT_EQ(base64(bytes_of("foo")), "Zm9v");
  EXPECT_EQ(base64(bytes_of("foob")), "Zm9vYg==");
  EXPECT_EQ(base64(bytes_of("fooba")), "Zm9vYmE=");
  EXPECT_EQ(base64(bytes_of("foobar")), "Zm9vYmFy");
  EXPECT_EQ(base64(trace::Bytes{0xff, 0xef, 0xbe}), "/+++");
}

TEST(Deflated, InflatesToTheSameBytes) {
  Random random(7);
  for (const std::size_t size : {0U, 1U, 1000U, 100'000U}) {
    trace::Bytes bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.index(4));
    const trace::Bytes packed = deflated(bytes);
    EXPECT_EQ(packed, deflated(bytes));
    if (size > 1000) {
      EXPECT_LT(packed.size(), size / 2);
    }
    trace::Bytes back(size + 1);
    uLongf length = back.size();
    ASSERT_EQ(uncompress(back.data(), &length, packed.data(), packed.size()), Z_OK);
    back.resize(length);
    EXPECT_EQ(back, bytes);
  }
}

TEST(Shuffled, PutsFirstBytesFirst) {
  const trace::Bytes bytes{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(shuffled(bytes, 2), (trace::Bytes{1, 3, 5, 2, 4, 6}));
  EXPECT_EQ(shuffled(bytes, 1), bytes);
}

}  // namespace
}  // namespace rigor
