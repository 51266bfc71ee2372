// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include <rigor/cli/npz.hpp>

namespace rigor {
namespace {

TEST(Npz, ArraysHaveNumPysHeaderAndRawNumbers) {
  const std::array<double, 6> values{1, 2, 3, 4, 5, 6.5};
  const std::string bytes = npy_bytes(values, 2, 3);
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_NE(bytes.find("'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"),
            std::string::npos);
  EXPECT_EQ((bytes.size() - sizeof values) % 64, 0U);
  double last = 0;
  std::memcpy(&last, bytes.data() + bytes.size() - sizeof last, sizeof last);
  EXPECT_EQ(last, 6.5);
  EXPECT_NE(npy_bytes(values, 6, 0).find("(6,)"), std::string::npos);
  EXPECT_THROW(npy_bytes(values, 2, 2), std::runtime_error);
}

TEST(Npz, ArchivesAreDeterministicAndCarryChecksums) {
  const std::string archive = zip_bytes({{"a.txt", "123456789"}});
  EXPECT_EQ(archive, zip_bytes({{"a.txt", "123456789"}}));
  // CRC-32 of "123456789" is cbf43926, the check value of the algorithm.
  EXPECT_EQ(archive.substr(14, 4), "\x26\x39\xf4\xcb");
  EXPECT_EQ(archive.substr(archive.size() - 22, 4), "PK\x05\x06");
}

}  // namespace
}  // namespace rigor
