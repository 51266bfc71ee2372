// SPDX-License-Identifier: Apache-2.0
#include <rigor/trace/bytes.hpp>

namespace rigor::trace {
namespace {

/// The Castagnoli polynomial 0x1EDC6F41, bits reversed.
constexpr std::uint32_t kPolynomial = 0x82f63b78U;

/// Remainders of one byte that so many others follow, which are zero: eight bytes are taken at
/// once.
using Remainders = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Remainders remainders() {
  Remainders table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t r = i;
    for (int bit = 0; bit < 8; ++bit) r = (r >> 1U) ^ ((r & 1U) != 0 ? kPolynomial : 0U);
    table[0][i] = r;
  }
  for (std::size_t k = 1; k < table.size(); ++k)
    for (std::size_t i = 0; i < 256; ++i)
      table[k][i] = (table[k - 1][i] >> 8U) ^ table[0][table[k - 1][i] & 0xffU];
  return table;
}

constexpr Remainders kRemainders = remainders();

}  // namespace

std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  std::uint32_t r = ~before;
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    std::uint32_t next = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      const std::uint32_t mixed = k < 4 ? (r >> (8 * k)) ^ bytes[k] : bytes[k];
      next ^= kRemainders[7 - k][mixed & 0xffU];
    }
    r = next;
  }
  for (const std::uint8_t byte : bytes) r = (r >> 8U) ^ kRemainders[0][(r ^ byte) & 0xffU];
  return ~r;
}

std::uint8_t ByteReader::byte_below(unsigned count) {
  std::uint8_t byte = 0;
  read(byte);
  if (byte >= count) {
    throw TraceError(Fault::Malformed, "field '" + std::string(field_) + "' has the value " +
                                           std::to_string(byte) + ", which has no meaning");
  }
  return byte;
}

void ByteReader::need(std::size_t size) const {
  if (rest_.size() < size) {
    throw TraceError(Fault::Malformed,
                     "the record ends inside field '" + std::string(field_) + "'");
  }
}

}  // namespace rigor::trace
